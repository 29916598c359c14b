// Reaches a device through a serial port of the browser, and knows no page and no protocol: bytes come and go.

/**
 * What a page may use of a port of the Web Serial API.
 * @typedef {object} Port
 * @property {(options: {baudRate: number, bufferSize?: number}) => Promise<void>} open
 * @property {() => Promise<void>} close
 * @property {ReadableStream<Uint8Array> | null} readable
 * @property {WritableStream<Uint8Array> | null} writable
 */

// of boards that the companion can run on; CircuitPython on them has the second
const BOARDS = [{ usbVendorId: 0x2e8a }, { usbVendorId: 0x239a }];
const BUFFER = 16 * 1024;

/** @returns {boolean} whether this browser reaches serial ports */
export function canConnect() {
  return "serial" in navigator;
}

/**
 * Has the user choose a port; call it while a click is handled.
 * @returns {Promise<Port | null>} null when none was chosen; fails when the browser allows no ports
 */
export async function choosePort() {
  try {
    return await /** @type {any} */ (navigator).serial.requestPort({ filters: BOARDS });
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotFoundError") return null;
    throw error;
  }
}

/** An open port. */
export class Transport {
  /**
   * @param {Port} port
   * @param {(data: Uint8Array) => void} onBytes called with all that comes
   * @param {(reason: string) => void} onLost called once when the port is gone, and not after `close`
   */
  constructor(port, onBytes, onLost) {
    this.port = port;
    this.onBytes = onBytes;
    this.onLost = onLost;
    this.isOpen = false;
    /** @type {ReadableStreamDefaultReader<Uint8Array> | null} */
    this.reader = null;
    /** @type {WritableStreamDefaultWriter<Uint8Array> | null} */
    this.writer = null;
    this.reading = Promise.resolve();
  }

  /** Opens the port; fails when another program or page has it. */
  async open() {
    await this.port.open({ baudRate: 115200, bufferSize: BUFFER });
    this.isOpen = true;
    this.writer = this.port.writable?.getWriter() ?? null;
    this.reading = this.read();
  }

  /** @param {Uint8Array} data */
  async write(data) {
    try {
      await this.writer?.write(data);
    } catch (error) {
      this.lose(String(error));
    }
  }

  /** Closes the port, for others to use it. */
  async close() {
    if (!this.isOpen) return;
    this.isOpen = false;
    await this.reader?.cancel().catch(() => {});
    await this.reading;
    this.writer?.releaseLock();
    await this.port.close().catch(() => {});
  }

  async read() {
    // a stream that has failed is replaced by another one, unless the device is gone
    while (this.isOpen && this.port.readable) {
      this.reader = this.port.readable.getReader();
      try {
        for (;;) {
          const { value, done } = await this.reader.read();
          if (done) break;
          this.onBytes(value);
        }
        if (this.isOpen) this.lose("The stream has ended.");
      } catch (error) {
        if (!this.port.readable || (error instanceof DOMException && error.name === "NetworkError")) this.lose(String(error));
      } finally {
        this.reader.releaseLock();
      }
    }
  }

  /** @param {string} reason */
  lose(reason) {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.writer?.releaseLock();
    this.port.close().catch(() => {});
    this.onLost(reason);
  }
}
