import * as l10n from "@vscode/l10n";

/** Where the collector listens, and what it accepts. */
export interface CollectorAddress {
  /** `http://127.0.0.1:14318` */
  readonly url: string;
  /** 40 hexadecimal digits: shorter keys are refused by wandb. */
  readonly key: string;
}

/**
 * The variables with which Weave's clients send to the collector. `WANDB_MODE` keeps runs of wandb on disk, which fail
 * otherwise; the others make calls visible when they start, and send again what another service has confirmed.
 */
export function weaveVariables({ url, key }: CollectorAddress): Readonly<Record<string, string>> {
  return {
    WANDB_BASE_URL: url,
    WF_TRACE_SERVER_URL: url,
    WANDB_API_KEY: key,
    WANDB_MODE: "offline",
    WANDB_ERROR_REPORTING: "false",
    WEAVE_USE_SERVER_CACHE: "false",
    WEAVE_USE_CALLS_COMPLETE: "false",
  };
}

/** Those of OpenTelemetry, whose programs send no credentials: the key is part of the address. */
export function telemetryVariables({ url, key }: CollectorAddress): Readonly<Record<string, string>> {
  return { OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/${key}`, OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf" };
}

/** Forms in which variables are copied. Values have only letters, digits and `:/.-`. */
export const environmentForms = ["posix", "fish", "powershell", "cmd", "dotenv"] as const;
export type EnvironmentForm = (typeof environmentForms)[number];

const lines: Readonly<Record<EnvironmentForm, (name: string, value: string) => string>> = {
  posix: (name, value) => `export ${name}=${value}`,
  fish: (name, value) => `set -gx ${name} ${value}`,
  powershell: (name, value) => `$env:${name} = "${value}"`,
  cmd: (name, value) => `set ${name}=${value}`,
  dotenv: (name, value) => `${name}=${value}`,
};

/** One line for each variable. */
export function environmentText(variables: Readonly<Record<string, string>>, form: EnvironmentForm): string {
  return Object.entries(variables)
    .map(([name, value]) => `${lines[form](name, value)}\n`)
    .join("");
}

export function environmentFormText(form: EnvironmentForm): string {
  return {
    posix: l10n.t("bash, zsh, sh"),
    fish: "fish",
    powershell: "PowerShell",
    cmd: l10n.t("Command Prompt"),
    dotenv: l10n.t(".env file"),
  }[form];
}
