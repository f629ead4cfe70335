import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useShowProblem } from '../../components/use-show-problem';
import { isStatus } from '../../lib/errors';
import { notify } from '../../lib/notifications';
import { beginStep, done } from '../../lib/undo';
import { former, isContested } from './document';
import {
  addTag,
  freshDocument,
  patchDocument,
  refreshDocument,
  removeTag,
  restoreDocument,
  setProperty,
  trashDocument,
  updateDocument,
  type ArchiveDocument,
  type DocumentFields,
  type DocumentIds,
  type NewValue,
} from './document.queries';

type Property = NonNullable<ArchiveDocument['customProperties']>[number];
type Tag = NonNullable<ArchiveDocument['tags']>[number];

export interface DocumentChanges {
  /** Resolves to false when it was refused; the person has been notified then. */
  update: (fields: DocumentFields, text: string, options?: { isQuiet?: boolean }) => Promise<boolean>;
  setTags: (tagIds: string[], known: readonly { id: string; name: string; color: string }[]) => Promise<void>;
  setValue: (
    property: { id: string; key: string; name: string },
    value: NewValue,
    shown: Property['value'],
  ) => Promise<void>;
  trash: () => Promise<boolean>;
  restore: () => Promise<void>;
}

/** All changes of a document: on the page at once, with undo, one after the other. */
export function useDocumentChanges(path: DocumentIds): DocumentChanges {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const undoLabel = t`Undo`;
  const showProblem = useShowProblem();

  /** In their order: each change knows the revision that the one before has made. */
  const inOrder = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = queue.current.then(work, work);
    queue.current = result.catch(() => undefined);
    return result;
  };
  const present = (): ArchiveDocument | undefined => patchDocument(queryClient, path, () => ({}));
  const fail = (error: unknown): void => {
    showProblem(error);
    refreshDocument(queryClient, path);
  };

  const send = async (fields: DocumentFields, base: ArchiveDocument): Promise<void> => {
    const { updatedAt } = present() ?? base;
    try {
      await updateDocument(queryClient, path, fields, updatedAt);
    } catch (error) {
      if (!isStatus(error, 412)) throw error;
      // Another field may have changed, as while the file is read: only a change of the same field is a conflict.
      const theirs = await freshDocument(queryClient, path);
      if (isContested(fields, base, theirs)) throw new Contested();
      await updateDocument(queryClient, path, fields, theirs.updatedAt);
    }
  };

  const update: DocumentChanges['update'] = (fields, text, { isQuiet = false } = {}) => {
    const base = patchDocument(queryClient, path, () => fields);
    if (!base) return Promise.resolve(false);
    const place = beginStep();
    return inOrder(async () => {
      try {
        await send(fields, base);
      } catch (error) {
        if (error instanceof Contested) {
          notify(t`Someone else changed this in the meantime. Their version is shown.`, {
            label: t`Use mine`,
            run: () => void update(fields, text),
          });
          return false;
        }
        patchDocument(queryClient, path, () => former(fields, base));
        fail(error);
        return false;
      }
      refreshLists();
      if (!isQuiet) done(text, undoLabel, () => void update(former(fields, base), text, { isQuiet: true }), place);
      return true;
    });
  };
  const refreshLists = (): void => {
    const { organizationId } = path;
    void queryClient.invalidateQueries({ queryKey: ['documents', organizationId], refetchType: 'none' });
  };

  const setTags: DocumentChanges['setTags'] = async (tagIds, known) => {
    const before = present()?.tags ?? [];
    const added = tagIds.filter((id) => !before.some((tag) => tag.id === id));
    const removed = before.filter((tag) => !tagIds.includes(tag.id));
    if (added.length === 0 && removed.length === 0) return;
    const nameOf = (id: string): string => known.find((tag) => tag.id === id)?.name ?? '';
    const removedIds = removed.map(({ id }) => id);
    const place = beginStep();
    if (!(await changeTags(added, removedIds, known))) return;
    const [first = ''] = added;
    const text =
      added.length === 1
        ? t`Tagged “${nameOf(first)}”`
        : removed.length === 1
          ? t`Tag “${removed[0]?.name ?? ''}” removed`
          : plural(added.length + removed.length, { one: '# tag changed', other: '# tags changed' });
    const undo = async (): Promise<void> => {
      await changeTags(removedIds, added, before);
    };
    done(text, undoLabel, undo, place);
  };
  const changeTags = (
    added: readonly string[],
    removed: readonly string[],
    known: readonly { id: string; name: string; color: string }[],
  ): Promise<boolean> => {
    const before = present()?.tags;
    patchDocument(queryClient, path, ({ tags = [] }) => ({
      tags: [
        ...tags.filter(({ id }) => !removed.includes(id)),
        ...known.filter(({ id }) => added.includes(id) && !tags.some((tag) => tag.id === id)).map((tag) => tag as Tag),
      ],
    }));
    return inOrder(async () => {
      try {
        for (const id of added) await addTag(path, id);
        for (const id of removed) await removeTag(path, id);
      } catch (error) {
        if (before) patchDocument(queryClient, path, () => ({ tags: before }));
        fail(error);
        return false;
      }
      refreshLists();
      return true;
    });
  };

  const setValue: DocumentChanges['setValue'] = async (property, value, shown) => {
    const before = present()?.customProperties?.find(({ key }) => key === property.key);
    const place = beginStep();
    if (!(await changeValue(property, value, shown))) return;
    const former_ = before?.value ?? null;
    const text = t`“${property.name}” changed`;
    const undo = async (): Promise<void> => {
      await changeValue(property, valueToSend(former_), former_);
    };
    done(text, undoLabel, undo, place);
  };
  const changeValue = (
    property: { id: string; key: string },
    value: NewValue,
    shown: Property['value'],
  ): Promise<boolean> => {
    const before = present()?.customProperties;
    patchDocument(queryClient, path, ({ customProperties = [] }) => ({
      customProperties: customProperties.map((each) => (each.key === property.key ? { ...each, value: shown } : each)),
    }));
    return inOrder(async () => {
      try {
        await setProperty(path, property.id, value);
        // A property that was made just now is not in the document that is shown.
        if (!before?.some(({ key }) => key === property.key)) refreshDocument(queryClient, path);
      } catch (error) {
        if (before) patchDocument(queryClient, path, () => ({ customProperties: before }));
        fail(error);
        return false;
      }
      refreshLists();
      return true;
    });
  };

  const trash = (): Promise<boolean> =>
    inOrder(async () => {
      patchDocument(queryClient, path, () => ({ isDeleted: true }));
      try {
        await trashDocument(path);
      } catch (error) {
        patchDocument(queryClient, path, () => ({ isDeleted: false }));
        fail(error);
        return false;
      }
      refreshDocument(queryClient, path);
      done(t`Moved to trash`, undoLabel, restore);
      return true;
    });
  const restore = (): Promise<void> =>
    inOrder(async () => {
      patchDocument(queryClient, path, () => ({ isDeleted: false }));
      try {
        await restoreDocument(path);
        notify(t`Restored`);
      } catch (error) {
        fail(error);
      }
      refreshDocument(queryClient, path);
    });

  return { update, setTags, setValue, trash, restore };
}

class Contested extends Error {}

/** A value as the API shows it, in the form in which the API takes it. */
function valueToSend(value: Property['value']): NewValue {
  if (value === null || typeof value !== 'object') return value;
  if (!Array.isArray(value)) return value.optionId;
  return value.map((each) => ('optionId' in each ? each.optionId : 'userId' in each ? each.userId : each.documentId));
}
