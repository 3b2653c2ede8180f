import * as l10n from "@vscode/l10n";
import { type Disposable, env, type SecretStorage, window, workspace } from "vscode";
import { abortable } from "../../core/async/abortable.ts";
import type { Lazy } from "../../core/async/lazy.ts";
import { UserError } from "../../core/failures/fault.ts";
import type { Privacy } from "../../core/privacy/mask.ts";
import { isContainer, type Session } from "../../core/session/session.ts";
import { noticeText, useKeyQuestion } from "../../core/session/sessionText.ts";
import { WindowSession } from "../../core/session/windowSession.ts";
import type { Preferences } from "../storage/preferences.ts";
import { onSettingsChange, projectSetting, serviceAddress } from "../storage/settings.ts";
import type { LocalCollector } from "./localCollector.ts";

/** The session of this window, based on VS Code's settings, secret storage and memory. */
export class SessionStore extends WindowSession implements Disposable {
  readonly #subscriptions: readonly Disposable[];
  readonly #preferences: Preferences;

  /** `onFailure` is called with unexpected errors and with partly made changes, `logged` with what is shown otherwise. */
  constructor(
    secrets: SecretStorage,
    preferences: Preferences,
    privacy: Privacy,
    onFailure: (error: unknown) => void,
    logged: (error: unknown) => void,
    collector: Lazy<LocalCollector>,
  ) {
    super({
      settings: {
        get address() {
          return serviceAddress();
        },
        get project() {
          return projectSetting();
        },
        get isRestricted() {
          return !workspace.isTrusted;
        },
        get mayUseKey() {
          return !isContainer(env.remoteName) || preferences.mayUseKey();
        },
      },
      secrets,
      memory: preferences,
      mask: () => privacy.value,
      tell: (notice, cause) => onFailure(new UserError(noticeText(notice), { cause })),
      collectorKey: async () => (await collector.get()).key(),
      onUnreadable: (cause) => logged(new UserError(noticeText("keyUnreadable"), { cause })),
    });
    this.#preferences = preferences;
    this.#subscriptions = [
      workspace.onDidGrantWorkspaceTrust(() => this.read().catch(onFailure)),
      onSettingsChange(() => this.read().catch(onFailure)),
      secrets.onDidChange(({ key }) => this.heard(key).catch(onFailure)),
    ];
  }

  /**
   * In a container, asks once per workspace whether the key may be used; false if not. Elsewhere,
   * always true.
   */
  async askToUseKey(): Promise<boolean> {
    if (!isContainer(env.remoteName) || this.#preferences.mayUseKey()) return true;
    const use = l10n.t("Use API Key");
    const question = useKeyQuestion(env.remoteName);
    const detail = l10n.t("Code in the container can read it.");
    if ((await window.showWarningMessage(question, { modal: true, detail }, use)) !== use) return false;
    await this.#preferences.setMayUseKey(true);
    await this.read();
    return true;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/**
 * The session once it is known, after earlier listeners have been notified. Rejects with the
 * signal's reason.
 */
export async function nextSession({ onChange }: Pick<SessionStore, "onChange">, signal: AbortSignal): Promise<Session> {
  const { promise, resolve } = Promise.withResolvers<Session>();
  const listening = onChange(resolve);
  return abortable(promise, signal).finally(() => listening.dispose());
}
