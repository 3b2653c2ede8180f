import { createHash } from "node:crypto";
import { type ExtensionContext, env, workspace } from "vscode";
import { abortable } from "../../core/async/abortable.ts";
import type { Lazy } from "../../core/async/lazy.ts";
import { UserError } from "../../core/failures/fault.ts";
import type { Privacy } from "../../core/privacy/mask.ts";
import { isContainer, type Session } from "../../core/session/session.ts";
import { noticeText } from "../../core/session/sessionText.ts";
import { type KeyedSession, WindowSession } from "../../core/session/windowSession.ts";
import type { Preferences } from "../storage/preferences.ts";
import { onSettingsChange, projectSetting, serviceAddress } from "../storage/settings.ts";
import type { LocalCollector } from "./localCollector.ts";

/**
 * The session of this window, until the extension ends, from VS Code's settings, secret storage and memory. `onFailure` is
 * called with unexpected errors and with partly made changes, `logged` with what is shown otherwise.
 */
export function openWindowSession(
  { secrets, subscriptions }: Pick<ExtensionContext, "secrets" | "subscriptions">,
  preferences: Preferences,
  privacy: Privacy,
  onFailure: (error: unknown) => void,
  logged: (error: unknown) => void,
  collector: Lazy<LocalCollector>,
): KeyedSession {
  const opened = WindowSession.open({
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
        return !isContainer(env.remoteName) || preferences.mayUseKey.value;
      },
    },
    secrets,
    memory: preferences,
    mask: () => privacy.value,
    markOf: (secret) => createHash("sha256").update(secret).digest("hex").slice(0, 6),
    notify: (notice, cause) => onFailure(new UserError(noticeText(notice), { cause })),
    collectorKey: async () => (await collector.get()).key(),
    onUnreadable: (cause) => logged(new UserError(noticeText("keyUnreadable"), { cause })),
  });
  const { sessions } = opened;
  const reread = () => sessions.read().catch(onFailure);
  subscriptions.push(
    workspace.onDidGrantWorkspaceTrust(reread),
    onSettingsChange(reread),
    secrets.onDidChange(({ key }) => sessions.secretChanged(key).catch(onFailure)),
  );
  return opened;
}

/**
 * The session once it is known, after earlier listeners have been notified. Rejects with the
 * signal's reason.
 */
export async function nextSession(
  { onChange }: Pick<WindowSession, "onChange">,
  signal: AbortSignal,
): Promise<Session> {
  const { promise, resolve } = Promise.withResolvers<Session>();
  const listening = onChange(resolve);
  return abortable(promise, signal).finally(() => listening.dispose());
}
