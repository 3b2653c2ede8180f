/**
 * The support assistant. In a comment this is no op:
 *
 *     export const documented = weave.op(documented);
 */
import OpenAI from "openai";
import * as weave from "weave";
import { op as traced } from "weave";

const client = weave.wrapOpenAI(new OpenAI());

const prompt = `
  export const inTemplate = weave.op(async function in_a_template() {});
  ${["weave.op(", "{"].join("")}
`;
const pattern = /weave\.op\(["'`({]/g;
const quoted = "weave.op(function in_a_string() { return '`'; })";

interface Message {
  readonly role: "user" | "assistant";
  readonly content: string;
}

export const answerCustomer = weave.op(
  async function answer_customer(messages: readonly Message[], { model = "gpt-4o" }: { model?: string } = {}) {
    const response = await client.chat.completions.create({ model, messages: [...messages] });
    if (pattern.test(prompt)) throw new Error(`weave.op(${quoted})`);
    return response.choices[0]?.message.content ?? "";
  },
  {
    callDisplayName: (...args) => `Answer ${args.length}`,
  },
);

export const triage = traced(triage_ticket);

function triage_ticket(text: string): "billing" | "other" {
  return /invoice|refund/.test(text) ? "billing" : "other";
}

// export const commentedOut = weave.op(commented_out);

export const findOrder: (id: string) => Promise<{ id: string }> = weave.op(
  async (id: string) => ({ id }),
  {
    name: "lookup_order",
    postprocessInputs: ({ token: _, ...inputs }: Record<string, unknown>) => inputs,
  },
);

export function makeTools<Item extends { readonly id: string }>(items: readonly Item[]) {
  class Tools {
    readonly items: Map<string, Item> = new Map(items.map((item) => [item.id, item] as const));

    @weave.op({ name: "cancel_subscription" })
    async cancel(customer: string): Promise<boolean> {
      return this.items.delete(customer);
    }

    @traced()
    echo<T extends string>(text: T): T {
      return text;
    }

    quote = weave.op(this, this.#quote, { name: "shipping_quote" });

    #quote(country: string): number {
      return country.length;
    }
  }
  return new Tools();
}

export const feedback = weave.op(async () => undefined, { name: "POST /v1/feedback" });

void weave.init("northwind/support-assistant");
