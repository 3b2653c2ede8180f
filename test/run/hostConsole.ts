import { Writable } from "node:stream";

/** What the line of a test begins with on the console of the extension host, among all that others write there. */
export const hostLine = "[host] ";

/** The console of an extension host: the tests' lines go to standard output as they come, the rest is kept. */
export class HostConsole extends Writable {
  readonly #others: string[] = [];
  #unfinished = "";

  override _write(chunk: Buffer | string, _encoding: BufferEncoding, done: () => void): void {
    const lines = (this.#unfinished + chunk.toString()).split("\n");
    this.#unfinished = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith(hostLine)) process.stdout.write(`${line.slice(hostLine.length)}\n`);
      else this.#others.push(line);
    }
    done();
  }

  /** Everything but the tests' lines. */
  others(): string {
    return [...this.#others, this.#unfinished].join("\n");
  }
}
