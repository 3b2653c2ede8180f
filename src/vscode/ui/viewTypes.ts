/** The manifest's view type of conversations. */
export const conversationViewType = "weaveThreads.conversation";

/** The manifest's view type of the overview. */
export const overviewViewType = "weaveThreads.overview";
