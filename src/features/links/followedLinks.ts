import * as l10n from "@vscode/l10n";
import { Uri, window } from "vscode";
import { readEditorLink } from "../../core/links/editorLink.ts";
import { leadText, refusalText } from "../../core/links/linkText.ts";
import { editorLinkForm } from "../../core/links/pasted.ts";
import { readTextLink } from "../../core/links/textLinks.ts";
import { webAddress } from "../../core/session/webAddress.ts";
import { linkBaseOf, webBaseOf } from "../../vscode/session/webSite.ts";
import { openWebPage } from "../../vscode/ui/outside.ts";
import { enterProject } from "./enterProject.ts";
import { openTarget, openThread } from "./openTarget.ts";
import type { LinksParts } from "./register.ts";

/** Opens a ref, a URL of the web app, or a VS Code link, in the editor. */
export async function openLink(link: string, parts: LinksParts): Promise<void> {
  if (editorLinkForm.exec(link)?.[1]?.toLowerCase() === parts.context.extension.id.toLowerCase())
    return followEditorLink(Uri.parse(link), parts);
  const base = webBaseOf(parts.sessions);
  const target = readTextLink(link, linkBaseOf(parts.sessions));
  const isWeb = URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);
  // The web app of the window has changed since the link was shown.
  if (target === null) return isWeb ? openWebPage(link) : undefined;
  await openTarget(target, isWeb ? link : base && webAddress(base, target), parts);
}

/** Opens a VS Code link, which is untrusted. */
export async function followEditorLink(uri: Uri, parts: LinksParts): Promise<void> {
  // In a handwritten ID, a number sign is literal.
  const query = uri.fragment === "" ? uri.query : `${uri.query}#${uri.fragment}`;
  const link = readEditorLink(uri.path, query);
  if (!("project" in link)) {
    const why = refusalText(link);
    parts.log.warn(`Rejected a link. ${why}`);
    window.showWarningMessage(l10n.t("Could not open the link. {0}", why));
    return;
  }
  const { project } = link;
  const base = webBaseOf(parts.sessions);
  const address = link.kind === "thread" && base !== null ? webAddress(base, link) : null;
  const target = await enterProject({ project, lead: leadText(link), address }, parts);
  if (target === null) return;
  if (link.kind === "thread") await openThread(link, address, target, parts);
  else await parts.app.countCalls(link.conditions);
}
