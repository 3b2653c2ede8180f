import * as l10n from "@vscode/l10n";
import type { Disposable, Uri, WebviewPanel } from "vscode";
import { readAddress } from "../../core/conversation/conversationAddress.ts";
import type { RevealTarget } from "../../core/conversation/pageTurns.ts";
import { readPageMessage, type ToPage } from "../../core/conversation/protocol.ts";
import { type Fault, UserError } from "../../core/failures/fault.ts";
import { fillTab } from "../../vscode/page/pageTab.ts";
import { inBackground } from "../../vscode/ui/commands.ts";
import { ConversationPanel } from "./conversationPanel.ts";
import { OpenConversation } from "./openConversation.ts";
import { handleConversationRequest } from "./pageRequests.ts";
import type { ConversationParts } from "./register.ts";

/** All open conversations of this window. */
export class ConversationTabs implements Disposable {
  readonly #parts: ConversationParts;
  readonly #open = new Set<OpenConversation>();
  readonly #subscriptions: readonly Disposable[];

  constructor(parts: ConversationParts) {
    this.#parts = parts;
    parts.project.refreshables.add(this);
    this.#subscriptions = [
      parts.sessions.onChange(() => {
        for (const one of this.#open) one.follow();
      }),
      parts.following.subscribe(() => {
        for (const one of this.#open) one.sendState();
      }),
      parts.attempts.subscribe(() => {
        for (const one of this.#open) for (const panel of one.panels) panel.send(this.#attemptsAt(one));
      }),
      { dispose: () => parts.project.refreshables.delete(this) },
    ];
  }

  open(uri: Uri): OpenConversation {
    const address = readAddress(uri.query);
    if (address === null) throw new UserError(l10n.t("Invalid conversation URI."));
    const conversation = new OpenConversation(uri, address, this.#parts, () => {
      this.#open.delete(conversation);
    });
    this.#open.add(conversation);
    return conversation;
  }

  /** Fills a tab. */
  show(conversation: OpenConversation, panel: WebviewPanel): void {
    const { context, log } = this.#parts;
    const shown = new ConversationPanel(conversation, panel, (request) =>
      inBackground(
        handleConversationRequest(request, conversation, this.#parts, (message) => shown.send(message)),
        log,
      ),
    );
    fillTab(panel, {
      page: "conversation",
      extensionUri: context.extensionUri,
      log,
      read: readPageMessage,
      receive: (message) => {
        shown.receive(message);
        if (message.kind === "ready") shown.send(this.#attemptsAt(conversation));
      },
      visibilityChanged: () => shown.visibilityChanged(),
      content: shown,
    });
    conversation.filled(shown);
  }

  #attemptsAt({ address: { service, project } }: OpenConversation): ToPage {
    const all = this.#parts.attempts.value;
    return { kind: "attempts", attempts: all.filter((each) => each.service === service && each.project === project) };
  }

  /** Reveals a turn in the tab with this URI; does nothing if it could not be opened. */
  reveal(uri: Uri, wanted: RevealTarget): void {
    for (const one of this.#open) if (String(one.uri) === String(uri)) one.reveal(wanted);
  }

  /** Reloads what is on screen. Resolves to the first fault. */
  async refresh(): Promise<Fault | null> {
    return first(await Promise.all([...this.#open].map((one) => one.refresh())));
  }

  /** Like `refresh`, but automatic. */
  async poll(): Promise<Fault | null> {
    return first(await Promise.all([...this.#open].map((one) => one.poll())));
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const one of this.#open) one.dispose();
  }
}

function first(faults: readonly (Fault | null)[]): Fault | null {
  return faults.find((fault) => fault !== null) ?? null;
}
