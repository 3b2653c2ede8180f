import {
  type Disposable,
  type InputBox,
  type InputBoxValidationMessage,
  InputBoxValidationSeverity,
  type QuickInputButton,
  QuickInputButtons,
  type QuickPick,
  type QuickPickItem,
  window,
} from "vscode";
import type { WindowSession } from "../../core/session/windowSession.ts";
import { labelText } from "../../core/text/visibleText.ts";

/** The result of a dialog step: a value, back, or canceled. */
export type StepResult<T> =
  | { readonly kind: "accepted"; readonly value: T }
  | { readonly kind: "back" }
  | { readonly kind: "hidden" };

/** The result with another value; going back and closing the box stay as they are. */
export function mapped<From, To>(result: StepResult<From>, change: (value: From) => To): StepResult<To> {
  return result.kind === "accepted" ? { kind: "accepted", value: change(result.value) } : result;
}

/** The position of a step in a dialog. */
export interface StepPosition {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
}

/** The heading of a step. A step reached from a menu has no number; `canGoBack` leads back to the menu. */
export interface StepHeading extends Partial<StepPosition> {
  readonly title: string;
  readonly canGoBack?: boolean;
}

/** `Ending` is the result of a button that ends the step instead of a text. */
export interface TextStep<Ending = never> extends StepHeading {
  readonly prompt: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** The error of the initial value; cleared by the first change. */
  readonly problem?: string | undefined;
  /** Why a value is not valid; undefined if valid. */
  readonly validate: (value: string) => string | undefined;
  /** The meaning of a value. If given, the value is validated while typing and its meaning or error is shown. */
  readonly echo?: (value: string) => string | undefined;
  readonly button?: { readonly shown: QuickInputButton; readonly press: () => void };
  readonly endings?: readonly { readonly shown: QuickInputButton; readonly ending: Ending }[];
  /** Called at every change, so that the typed value outlives the step. */
  readonly onType?: (value: string) => void;
  /** Takes a value that belongs elsewhere out of the box, and says so; undefined for any other value. */
  readonly divert?: (value: string) => string | undefined;
}

/** Asks for a line of text. */
export function askText<Ending = never>(options: TextStep<Ending>): Promise<StepResult<string | Ending>> {
  const box = window.createInputBox();
  let typed = options.value;
  const judged = (value: string): InputBoxValidationMessage | undefined => {
    if (options.echo === undefined) return undefined;
    // An empty value shows no error before it is accepted.
    const problem = value.trim() === "" ? undefined : options.validate(value);
    if (problem !== undefined) return { message: labelText(problem), severity: InputBoxValidationSeverity.Error };
    const message = options.echo(value);
    return message === undefined
      ? undefined
      : { message: labelText(message), severity: InputBoxValidationSeverity.Info };
  };
  place(box, options);
  box.prompt = labelText(options.prompt);
  box.value = options.value;
  box.password = options.password ?? false;
  if (options.placeholder !== undefined) box.placeholder = options.placeholder;
  box.validationMessage = options.problem === undefined ? judged(options.value) : labelText(options.problem);
  const { button, endings = [] } = options;
  box.buttons = [...box.buttons, ...[...endings, ...(button === undefined ? [] : [button])].map(({ shown }) => shown)];
  return settle<string | Ending>(box, (finish) => [
    box.onDidChangeValue((value) => {
      // VS Code also reports the initial value as a change.
      if (value === typed) return;
      const diverted = options.divert?.(value);
      typed = diverted === undefined ? value : "";
      options.onType?.(typed);
      if (diverted !== undefined) box.value = "";
      box.validationMessage =
        diverted === undefined ? judged(value) : { message: diverted, severity: InputBoxValidationSeverity.Info };
    }),
    box.onDidTriggerButton((pressed) => {
      if (pressed === button?.shown) button.press();
      for (const { shown, ending } of endings) if (pressed === shown) finish(ending);
    }),
    box.onDidAccept(() => {
      const problem = options.validate(box.value);
      if (problem === undefined) finish(box.value);
      else box.validationMessage = labelText(problem);
    }),
  ]);
}

/** `read` returns what a text means, or why it is not valid; `echo` says what was read. */
export interface ReadStep<Value extends object | null> extends Omit<TextStep, "validate" | "echo"> {
  readonly read: (text: string) => Value | string;
  readonly echo: (value: Value) => string | undefined;
}

/** Asks for a line of text with a meaning, which is shown while typing. */
export async function askRead<Value extends object | null>(options: ReadStep<Value>): Promise<StepResult<Value>> {
  const { read, echo, ...step } = options;
  const result = await askText({
    ...step,
    validate: (text) => {
      const value = read(text);
      return typeof value === "string" ? value : undefined;
    },
    echo: (text) => {
      const value = read(text);
      return typeof value === "string" ? undefined : echo(value);
    },
  });
  return mapped(result, (text) => {
    const value = read(text);
    if (typeof value === "string") throw new Error("The text was not validated.");
    return value;
  });
}

export interface PickStep<T extends QuickPickItem> extends StepHeading {
  readonly placeholder: string;
  readonly items: readonly T[];
  /** The initially selected item. */
  readonly active?: T | undefined;
  /** Closes the step with the session; without it, the step stays. */
  readonly sessions?: Pick<WindowSession, "onChange">;
  /** Called with the filter text. */
  readonly onType?: (value: string) => void;
  /** The item above the others that the filter text stands for. */
  readonly typedItem?: (value: string) => T | undefined;
}

/** Asks to select an item. */
export function askPick<T extends QuickPickItem>(options: PickStep<T>): Promise<StepResult<T>> {
  const pick = openPick<T>(options);
  pick.items = options.items;
  if (options.active !== undefined) pick.activeItems = [options.active];
  return settle(pick, (finish) => [
    ...(options.sessions === undefined ? [] : [closeWith(options.sessions, pick)]),
    pick.onDidChangeValue((value) => {
      options.onType?.(value);
      if (options.typedItem === undefined) return;
      const typed = options.typedItem(value);
      pick.items = typed === undefined ? options.items : [typed, ...options.items];
      if (typed !== undefined) pick.activeItems = [typed];
    }),
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen !== undefined) finish(chosen);
    }),
  ]);
}

/** A quick pick with the common properties of steps. */
export function openPick<T extends QuickPickItem>(
  options: StepHeading & { readonly placeholder: string },
): QuickPick<T> {
  const pick = window.createQuickPick<T>();
  place(pick, options);
  pick.placeholder = options.placeholder;
  pick.matchOnDescription = true;
  return pick;
}

/** Sets the common properties of steps. They stay open without focus, so that the user can copy from elsewhere. */
export function place(input: InputBox | QuickPick<QuickPickItem>, options: StepHeading): void {
  input.title = options.title;
  input.ignoreFocusOut = options.step !== undefined || options.canGoBack === true;
  if (options.canGoBack === true) input.buttons = [QuickInputButtons.Back];
  if (options.step === undefined || options.totalSteps === undefined) return;
  input.step = options.step;
  input.totalSteps = options.totalSteps;
  if (options.step > 1) input.buttons = [QuickInputButtons.Back];
}

/** Closes an input when the session changes: another one has another project, or none. */
export function closeWith(
  { onChange }: Pick<WindowSession, "onChange">,
  input: InputBox | QuickPick<QuickPickItem>,
): Disposable {
  return onChange(() => input.hide());
}

/** Shows an input until `listen` finishes it, the user goes back, or it is closed; then disposes everything. */
export function settle<T>(
  input: InputBox | QuickPick<QuickPickItem>,
  listen: (finish: (value: T) => void) => readonly Disposable[],
): Promise<StepResult<T>> {
  return new Promise((resolve) => {
    const end = (result: StepResult<T>) => {
      resolve(result);
      for (const part of parts) part.dispose();
    };
    const parts: Disposable[] = [
      input,
      input.onDidHide(() => end({ kind: "hidden" })),
      input.onDidTriggerButton((button) => {
        if (button === QuickInputButtons.Back) end({ kind: "back" });
      }),
      ...listen((value) => end({ kind: "accepted", value })),
    ];
    input.show();
  });
}
