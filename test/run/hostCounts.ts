/** The variable that tells the tests in the extension host the file for their counts. */
export const hostCountsVariable = "WEAVE_THREADS_HOST_COUNTS";
