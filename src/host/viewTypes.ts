/** What the manifest calls the editor of conversations. */
export const conversationViewType = "weaveThreads.conversation";

/** What the manifest calls the overview's tab. */
export const overviewViewType = "weaveThreads.overview";
