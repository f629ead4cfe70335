/** What has filled an index, or fills it. */
export interface FilledBy {
  pluginId: string;
  indexVersion: number;
}

/** Which plugins answer queries and are written with each change. All processes follow this, whatever their settings name. */
export interface IndexRoles extends FilledBy {
  /** Whether the plugin that keeps the index writes in the transactions of the documents. */
  isTransactional: boolean;
  /** The plugin that answers until the rebuild has ended; null: the one that keeps the index. */
  answeringPluginId: string | null;
  answeringIndexVersion: number | null;
  /** The plugin that answered before. */
  leftPluginId: string | null;
  /** Whether changes are still written into it, for processes that have not noticed the switch. */
  leftIsWritten: boolean;
}

/** The roles after a plugin was chosen, and how its index is filled. */
export interface AdoptedRoles extends IndexRoles {
  /** False: its index is complete. */
  needsRebuild: boolean;
  /** What its index holds is out of date. */
  clears: boolean;
}

interface Adoption {
  chosen: FilledBy & { isTransactional: boolean };
  isComplete: boolean;
  /** Returns whether a plugin is installed here in the version that filled an index of this database. */
  isReadable(filler: FilledBy): boolean;
}

/** Returns the roles when a server starts with the chosen plugin; `undefined` when nothing changes. */
export function adoptedRoles(
  before: IndexRoles,
  { chosen, isComplete, isReadable }: Adoption,
): AdoptedRoles | undefined {
  if (isSame(before, chosen)) return undefined;
  const answering = answeringIn(before);
  const isOther = before.pluginId !== chosen.pluginId;
  if (!isOther) return { ...before, ...chosen, needsRebuild: true, clears: answering !== undefined };
  // No process answers from a plugin that is given up before it was complete.
  const abandoned = answering && before.pluginId;
  const left = abandoned ?? before.leftPluginId ?? null;
  const isLeft = left !== null && left !== chosen.pluginId;
  const leftIsWritten = isLeft && left === before.leftPluginId && before.leftIsWritten;
  const adopted = { ...chosen, leftPluginId: isLeft ? left : null, leftIsWritten };
  if (answering && isSame(answering, chosen)) return { ...adopted, ...NO_OTHER, needsRebuild: false, clears: false };
  const complete = answering ?? (isComplete && before.isTransactional ? before : undefined);
  const goesOn = complete && chosen.isTransactional && complete.pluginId !== chosen.pluginId && isReadable(complete);
  const answers = goesOn
    ? { answeringPluginId: complete.pluginId, answeringIndexVersion: complete.indexVersion }
    : NO_OTHER;
  return { ...adopted, ...answers, needsRebuild: true, clears: answering?.pluginId !== chosen.pluginId };
}

/** The plugin that answers while another one is filled; `undefined` when none is. */
export function answeringIn({ answeringPluginId, answeringIndexVersion }: IndexRoles): FilledBy | undefined {
  if (answeringPluginId === null || answeringIndexVersion === null) return undefined;
  return { pluginId: answeringPluginId, indexVersion: answeringIndexVersion };
}

const NO_OTHER = { answeringPluginId: null, answeringIndexVersion: null };

function isSame(one: FilledBy, other: FilledBy): boolean {
  return one.pluginId === other.pluginId && one.indexVersion === other.indexVersion;
}
