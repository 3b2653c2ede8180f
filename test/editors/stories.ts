/** What `npm run test:editors` shows on the screen of each editor: tests by file. */
export const stories: readonly (readonly [file: string, test: string])[] = [
  // Those that matter most.
  ["ui/signIn", "Sign In to a self-managed service stores the key and writes no setting; Sign Out deletes the key"],
  ["ui/threads", "a sort order from the menu applies at once and returns after a reload"],
  ["ui/threadFilter", "Find searches conversations and opens one at the passage found"],
  ["ui/conversation", "a conversation opens at its turn, and is there again after being hidden, moved and reloaded"],
  ["ui/countBox", "conditions are added, edited and removed in the count box, each time with a new count"],
  ["ui/savedCounts", "a saved count is shown in the Counts view and the status bar, also after a reload"],
  ["ui/countFiles", "a new count file is completed, counted, canceled and checked in its editor"],
  ["ui/export", "Export Threads writes all threads of the filter in list order, and offers to open the file"],
  ["ui/privacy", "privacy mode hides what is on screen, in tabs, exports and the log, and shows it again"],
  ["ui/canary", "an API key used in every feature and fault is only in the secret storage and one header"],
  ["ui/collector", "without an account, a program's threads and conversations appear as it writes them"],
  ["ui/agents", "both kinds of conversations are listed, chosen and sorted, and a coding session is read and resumed"],
  ["ui/feedback", "reactions and notes are read, added from the page and from a row, and undone"],
  [
    "ui/tryAgain",
    "Try Again sends the edited messages of a model call once the user agrees, and compares what arrives with the original",
  ],
  [
    "ui/development",
    "Debug This Failure prefills the chat, and Show Calls of the Last Run follows terminals, debug sessions and tasks, which the collector gets from allowed folders",
  ],
  // Kinds of windows and workspaces.
  ["ui/repositorySettings", "settings of a trusted workspace or of the machine cannot redirect requests"],
  ["ui/repositorySettings", "in Restricted Mode a workspace causes no requests and cannot redirect them"],
  [
    "ui/accounts",
    "two windows have two accounts: switching in one changes nothing in the other, not even after a reload",
  ],
  ["editors/virtualWorkspace", "in a virtual workspace, threads, counts, code lenses and the folder's settings work"],
  [
    "editors/multiRoot",
    "in a multi-root workspace, the first folder has the project, and the files of all folders are used",
  ],
  [
    "editors/update",
    "an update from the previous release keeps key, saved counts and settings; uninstalled, nothing of it runs",
  ],
];
