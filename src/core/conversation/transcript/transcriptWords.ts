/** The words of a transcript that are not a stranger's, in English; `{0}` stands for what is put in. */
export const transcriptWords = {
  leftOut:
    "Left out of the comparison: ids of calls, messages and responses, versions of refs, when responses were made and what signs them. In their place stands a name such as ‹call 1›, the same one wherever the id is the same.",
  statusError: "Status: error",
  statusRunning: "Status: running",
  statusDescendantError: "Status: error below",
  earlier: "Earlier messages, repeated as they stand above",
  someEarlier: "Earlier messages, repeated: the last {0} of those above",
  repeated: "Earlier messages",
  returned: "The messages of the input, returned",
  choice: "answer {0}",
  emptyMessage: "Empty message",
  thinking: "Thinking",
  refusal: "Refusal",
  toolCall: "Calls {0}",
  toolResult: "Result",
  toolFailure: "Failure",
  media: "Media",
  messageRest: "Other members",
  inputRest: "Other inputs",
  outputRest: "Other output",
  exception: "Exception",
} as const;

export type TranscriptWords = Readonly<Record<keyof typeof transcriptWords, string>>;
