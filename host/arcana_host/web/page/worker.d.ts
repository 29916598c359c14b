// What the build writes before the service worker; for the type checker only.

declare const VERSION: string;
declare const FILES: string[];
