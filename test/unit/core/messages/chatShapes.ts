import assert from "node:assert/strict";
import { test } from "node:test";
import { turnContent } from "../../../../src/core/messages/turnContent.ts";
import type { Json } from "../../../../src/core/text/json.ts";
import { spoken } from "./spoken.ts";

/** Inputs and output of a call, and the expected content, with messages as `spoken` formats them. */
export interface Shape {
  readonly name: string;
  readonly inputs?: Json;
  readonly output?: Json;
  readonly history?: readonly string[];
  readonly said?: readonly string[];
  readonly repeated?: readonly string[];
  readonly answered?: readonly string[];
  readonly inputRest?: Json;
  readonly outputRest?: Json;
  /** The rests of the messages that have one, in order. */
  readonly rests?: readonly Json[];
}

export function testShapes(shapes: readonly Shape[]): void {
  for (const { name, inputs = null, output = null, ...expected } of shapes) {
    test(name, () => {
      const content = turnContent({ inputs, output });
      const all = [...content.history, ...content.input, ...content.repeated, ...content.output];
      const read = {
        history: content.history.map(spoken),
        said: content.input.map(spoken),
        repeated: content.repeated.map(spoken),
        answered: content.output.map(spoken),
        inputRest: content.inputRest,
        outputRest: content.outputRest,
        rests: all.flatMap(({ rest }) => (rest === null ? [] : [rest])),
      };
      const nothing = {
        history: [],
        said: [],
        repeated: [],
        answered: [],
        inputRest: null,
        outputRest: null,
        rests: [],
      };
      assert.deepEqual(read, { ...nothing, ...expected });
    });
  }
}
