import * as l10n from "@vscode/l10n";
import { commands, type Disposable, env, window } from "vscode";
import {
  actionRow,
  allActions,
  type CollectorAction,
  type CollectorState,
  collectorActions,
  portInUseText,
  projectsOf,
  purgedText,
  stateText,
} from "../../core/collector/collectorText.ts";
import {
  type EnvironmentForm,
  environmentForms,
  environmentFormText,
  environmentText,
  telemetryVariables,
  weaveVariables,
} from "../../core/collector/environment.ts";
import { allCalls } from "../../core/counts/callCondition.ts";
import { UserError } from "../../core/failures/fault.ts";
import { collectorAccount, dataOf, isCollector } from "../../core/session/session.ts";
import { openSetting } from "../../vscode/storage/settings.ts";
import { inBackground } from "../../vscode/ui/commands.ts";
import { copyText } from "../../vscode/ui/outside.ts";
import { askPick } from "../../vscode/ui/quickInput.ts";
import { Throttle } from "../../vscode/ui/throttle.ts";
import type { CollectorParts } from "./register.ts";

// Loaded when the collector is on, or its command is run.

/** Between requests for what was written, in milliseconds. */
const pollPause = 1000;

/** Starts the collector, or joins it. Rejects with a `UserError` if it cannot run. */
export async function startCollector({ collector, preferences }: CollectorParts) {
  const local = await collector.get();
  if (!preferences.collecting.value) await preferences.collecting.set(true);
  const address = await local.start();
  if (address !== null) return address;
  const state = local.state.value;
  if (state.kind === "portInUse") throw new UserError(portInUseText(state.port));
  if (state.kind === "failed")
    throw new UserError(l10n.t("Could not start the local collector."), { cause: new Error(state.message) });
  throw new UserError(l10n.t("The local collector does not run in Restricted Mode or in virtual workspaces."));
}

/** Follows what the collector gets, while this window shows it. */
export async function showCollector(parts: CollectorParts): Promise<readonly Disposable[]> {
  const { collector, sessions, preferences, project, log, formats } = parts;
  const local = await collector.get();
  let purged = 0;
  const poll = async () => {
    await project.poll();
    // One waits for the rows of one's own program.
    await project.threads.showNew();
  };
  // A program may write all the time.
  const polling = new Throttle(() => inBackground(poll(), log), pollPause);
  const update = (state: CollectorState) => {
    if (dataOf(sessions.session) !== "local") return;
    // Once it is stopped, there is nothing to show.
    if (state.kind === "stopped" || (state.kind === "off" && !preferences.collecting.value))
      inBackground(leaveCollector(sessions), log);
    if (state.kind !== "on") return;
    const [first] = projectsOf(state);
    if (sessions.session?.project == null) {
      if (first !== undefined) inBackground(sessions.selectProject(first), log);
    } else if (project.following.value === "on") polling.call();
    if (state.purged > purged) window.setStatusBarMessage(purgedText(state.purged, formats), 10_000);
    purged = state.purged;
  };
  const followed = local.state.subscribe(() => update(local.state.value));
  update(local.state.value);
  return [polling, followed];
}

/** Returns to the account that this machine used last, if its key is stored; else the window is signed out. */
async function leaveCollector(sessions: CollectorParts["sessions"]): Promise<void> {
  const { account } = sessions.target;
  if (account === null || !isCollector(account)) return;
  const before = (await sessions.accounts()).find((entry) => entry.key !== "nowhere" && !isCollector(entry));
  // The user may have chosen another meanwhile.
  if (before !== undefined && isCollector(sessions.target.account)) await sessions.switchTo(before);
  await sessions.signOut(account);
}

/** What the picker's rows and the view's buttons do; `given` is untrusted. */
export async function chooseAction(parts: CollectorParts, given: unknown): Promise<void> {
  const action = allActions.find((each) => each === given) ?? (await askAction(parts));
  if (action !== undefined) await actions[action](parts);
}

async function askAction({ collector, sessions, formats }: CollectorParts): Promise<CollectorAction | undefined> {
  const { state } = await collector.get();
  const offered = collectorActions(state.value, dataOf(sessions.session) === "local");
  const result = await askPick({
    title: l10n.t("Local Collector"),
    placeholder: stateText(state.value, formats),
    items: offered.map((action) => ({ ...actionRow(action), action })),
  });
  return result.kind === "accepted" ? result.value.action : undefined;
}

const actions: Readonly<Record<CollectorAction, (parts: CollectorParts) => Promise<void>>> = {
  start: show,
  show,
  terminal: async (parts) => {
    const variables = weaveVariables(await startCollector(parts));
    // Never restored: without the collector, `weave.init` would end the user's program.
    window.createTerminal({ name: l10n.t("Local Collector"), env: variables, isTransient: true }).show();
  },
  copy: copyEnvironment,
  clear: async (parts) => {
    const clear = l10n.t("Clear");
    const question = l10n.t("Delete all calls and conversations that were collected on this machine?");
    if ((await window.showWarningMessage(question, { modal: true }, clear)) !== clear) return;
    await (await parts.collector.get()).clear();
    await parts.app.refresh();
  },
  stop: async ({ collector, preferences }) => {
    if (preferences.collecting.value) await preferences.collecting.set(false);
    await (await collector.get()).stop();
  },
  port: () => openSetting("weaveThreads.collector.port"),
  // Those outside threads have no row.
  calls: ({ app }) => app.showCalls({ ...allCalls, conditions: [{ kind: "rootsOnly" }] }, l10n.t("Root calls")),
};

async function show(parts: CollectorParts): Promise<void> {
  const { collector, sessions } = parts;
  const { url } = await startCollector(parts);
  const [first = null] = projectsOf(collector.state.value);
  // Its port may be that of an earlier setting.
  const account = collectorAccount(Number(new URL(url).port));
  await sessions.openCollector(account, sessions.projectFor(account) ?? first);
  await commands.executeCommand("weaveThreads.threads.focus");
}

type Copied = EnvironmentForm | "telemetry";

async function copyEnvironment(parts: CollectorParts): Promise<void> {
  const address = await startCollector(parts);
  const usual: EnvironmentForm = env.shell.includes("fish")
    ? "fish"
    : process.platform === "win32"
      ? "powershell"
      : "posix";
  const forms = environmentForms.toSorted((a, b) => Number(b === usual) - Number(a === usual));
  const items: readonly { readonly label: string; readonly detail?: string; readonly form: Copied }[] = [
    ...forms.map((form) => ({ label: environmentFormText(form), form })),
    {
      label: l10n.t("OpenTelemetry"),
      detail: l10n.t("Also for programs without Weave. It switches on the export of other tools as well."),
      form: "telemetry",
    },
  ];
  const result = await askPick({
    title: l10n.t("Copy Environment"),
    placeholder: l10n.t("Select a shell or file"),
    items,
  });
  if (result.kind !== "accepted") return;
  const { form } = result.value;
  const isTelemetry = form === "telemetry";
  const variables = { ...weaveVariables(address), ...(isTelemetry && telemetryVariables(address)) };
  await copyText(environmentText(variables, isTelemetry ? usual : form), l10n.t("Environment copied"));
}
