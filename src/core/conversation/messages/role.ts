const roles: Readonly<Record<string, string>> = {
  human: "user",
  user: "user",
  ai: "assistant",
  aimessagechunk: "assistant",
  assistant: "assistant",
  bot: "assistant",
  chatbot: "assistant",
  gpt: "assistant",
  model: "assistant",
  system: "system",
  developer: "developer",
  tool: "tool",
  function: "tool",
};

/** The standard role that a program's word stands for; undefined for any other word. */
export function usualRole(word: string): string | undefined {
  const plain = word.toLowerCase().replace(/message$/, "");
  return Object.hasOwn(roles, plain) ? roles[plain] : undefined;
}
