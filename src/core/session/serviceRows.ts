import * as l10n from "@vscode/l10n";
import { addressProblemText } from "../failures/faultText.ts";
import { type AddressProblem, publicService, type ServicePlace } from "../settings/serviceUrl.ts";
import type { PickRow } from "../text/rows.ts";
import { labelText } from "../text/visibleText.ts";
import type { LookedUpKey } from "./keySource.ts";
import { sourceProblemText, useSourceText } from "./keySourceText.ts";
import type { PastedAddress } from "./pastedAddress.ts";
import { namedByText } from "./sessionText.ts";
import type { WeaveService } from "./weaveServices.ts";

export interface OfferedService extends ServicePlace {
  readonly note: string;
}

export interface FoundKey extends Pick<LookedUpKey, "service" | "source"> {
  readonly key: string;
}

/** How sign-in continues after its first step. */
export type ServiceChoice =
  | { readonly kind: "service"; readonly service: ServicePlace; readonly found: FoundKey | null }
  | { readonly kind: "pasted"; readonly pasted: PastedAddress }
  | { readonly kind: "another" };

export interface ServiceItem extends PickRow {
  /** Null for rows that only show text. */
  readonly choice: ServiceChoice | null;
}

/** Named by the user or the machine, never by a workspace. */
export interface KnownServices {
  /** The one in the user's settings; null if it is not set or not valid. */
  readonly configured: ServicePlace | null;
  readonly machine: readonly WeaveService[];
  readonly accounts: readonly ServicePlace[];
}

/** W&B's own service first, then the others, each once. */
export function offeredServices({ configured, machine, accounts }: KnownServices): readonly OfferedService[] {
  const all: readonly OfferedService[] = [
    { url: publicService.url, origin: publicService.origin, note: publicService.url },
    ...(configured === null ? [] : [{ ...configured, note: l10n.t("from VS Code settings") }]),
    ...machine.map(({ url, origin, namedBy }) => ({ url, origin, note: namedByText(namedBy) })),
    ...accounts.map(({ url, origin }) => ({ url, origin, note: l10n.t("used before") })),
  ];
  return all.filter(({ url }, index) => all.findIndex((other) => other.url === url) === index);
}

/** The services to look up keys for. Those of the machine come first, in its order, because its keys belong to them. */
export function keyServices(
  machine: readonly WeaveService[],
  offered: readonly OfferedService[],
): readonly ServicePlace[] {
  const others = offered.filter(({ url }) => !machine.some((service) => service.url === url));
  return [...machine, ...others].map(({ url, origin }) => ({ url, origin }));
}

export function foundKeys(keys: readonly LookedUpKey[]): readonly FoundKey[] {
  return keys.flatMap(({ service, source, lookup }) =>
    lookup.kind === "found" ? [{ service, source, key: lookup.key }] : [],
  );
}

/** The rows of the first step, or, of a typed or pasted URL, what it names. */
export function serviceItems(
  pasted: PastedAddress | AddressProblem | null,
  services: readonly OfferedService[],
  keys: readonly LookedUpKey[],
): readonly ServiceItem[] {
  if (typeof pasted === "string") return [note(`$(error) ${labelText(addressProblemText(pasted))}`)];
  if (pasted !== null) {
    const name = serviceName(pasted.service);
    const row = pasted.project === null ? { label: name } : { label: labelText(pasted.project), description: name };
    return [{ ...row, alwaysShow: true, choice: { kind: "pasted", pasted } }];
  }
  const problems = new Set(keys.flatMap((key) => sourceProblemText(key) ?? []));
  return [
    ...foundKeys(keys).map((found): ServiceItem => {
      const { service, source } = found;
      const description = l10n.t("API key for {0}", serviceName(service));
      return { label: labelText(useSourceText(source)), description, choice: { kind: "service", service, found } };
    }),
    ...services.map(({ url, origin, note: description }): ServiceItem => {
      const service = { url, origin };
      return { label: serviceName(service), description, choice: { kind: "service", service, found: null } };
    }),
    {
      label: l10n.t("Another Service…"),
      description: l10n.t("enter or paste its URL"),
      alwaysShow: true,
      choice: { kind: "another" },
    },
    ...[...problems].map((problem) => note(`$(warning) ${labelText(problem)}`)),
  ];
}

/** `W&B`, or the service URL. */
export function serviceName({ url }: ServicePlace): string {
  return url === publicService.url ? l10n.t("W&B") : url;
}

/** `W&B · acme/desk` */
export function pastedText({ service, project }: PastedAddress): string {
  return [serviceName(service), ...(project === null ? [] : [project])].join(" · ");
}

function note(label: string): ServiceItem {
  return { label, alwaysShow: true, choice: null };
}
