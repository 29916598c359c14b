// What the scripts of the page offer to its modules; for the type checker only.

declare function hear(message: object): void;
declare function listen(toMessage: (message: object) => void): void;
declare function speak(code: string, translated: Record<string, string>): void;
declare function fit(): void;
declare function _(english: string, values?: Record<string, unknown>): string;
declare function find(id: string): any;
declare function saveFile(name: string, content: BlobPart, type?: string): void;
declare function keepRecords(records: { list: () => string[][]; record: (name: string) => string }): void;
