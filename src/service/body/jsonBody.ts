import { isUtf8 } from "node:buffer";
import type * as z from "../../zod.ts";
import type { BodySink } from "../http.ts";
import { describeIssues } from "../schema/issues.ts";
import { BrokenBody, describeNonJson, withoutMark } from "./brokenBody.ts";

/** Collects a response that is one JSON value, up to a number of bytes, and validates it. */
export class JsonBody<T> implements BodySink {
  /** Undefined until the end. */
  value: T | undefined;
  readonly #schema: z.ZodType<T>;
  readonly #chunks: Buffer[] = [];
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(schema: z.ZodType<T>, maxBytes: number) {
    this.#schema = schema;
    this.#maxBytes = maxBytes;
  }

  write(bytes: Buffer): void {
    this.#bytes += bytes.length;
    if (this.#bytes > this.#maxBytes) {
      throw new BrokenBody("malformed", null, `the response is longer than ${this.#maxBytes} bytes`);
    }
    this.#chunks.push(bytes);
  }

  end(): undefined {
    const bytes = Buffer.concat(this.#chunks);
    if (!isUtf8(bytes)) throw new BrokenBody("malformed", null, "the response is not UTF-8");
    const result = this.#schema.safeParse(parse(withoutMark(bytes.toString("utf8"))));
    if (!result.success) throw new BrokenBody("malformed", null, describeIssues(result.error.issues));
    this.value = result.data;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BrokenBody("malformed", null, describeNonJson(text), error);
  }
}
