import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import { Button } from '../../components/button';
import { Checkbox } from '../../components/checkbox';
import { Dialog } from '../../components/dialog';
import { ErrorPanel } from '../../components/error-panel';
import { TagDot } from '../../components/tag-chip';
import { TextField } from '../../components/text-field';
import { formatNumber } from '../../lib/format';
import { likeliestFirst, recentTags, rememberTag } from '../../lib/recent-tags';
import { allTags, useCreateTag, type DocumentView, type TagView } from './documents.queries';

/** Colours for tags that are created on the way. */
const COLORS = ['#4F6BED', '#0B8457', '#B4530A', '#A4262C', '#8764B8', '#038387', '#C239B3', '#5D6B2F'];

/** Adds tags to documents and takes them off; a name that is new becomes a tag. */
export function TagDialog({
  organizationId,
  documents,
  isForAll,
  onTag,
  onClose,
}: {
  organizationId: string;
  /** Those whose tags are known. */
  documents: readonly DocumentView[];
  /** For all that match: what they have now is not known. */
  isForAll: boolean;
  onTag: (tag: TagView, isAdded: boolean) => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { data: tags = [] } = useQuery(allTags(organizationId));
  const create = useCreateTag(organizationId);
  const [text, setText] = useState('');
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const wanted = text.trim().toLowerCase();
  // Kept while the dialog is open, so that no tag moves away from under the pointer.
  const [recent] = useState(() => recentTags(organizationId));
  const found = likeliestFirst(tags, recent).filter(({ normalizedName }) => normalizedName.includes(wanted));
  const exact = tags.find(({ normalizedName }) => normalizedName === wanted);
  const shareOf = ({ id }: TagView): number => {
    const present = changed.get(id);
    if (present !== undefined) return present ? 1 : 0;
    if (isForAll || documents.length === 0) return 0;
    return documents.filter((each) => each.tags?.some((tag) => tag.id === id)).length / documents.length;
  };
  const choose = (tag: TagView, isAdded: boolean): void => {
    setChanged(new Map(changed).set(tag.id, isAdded));
    setText('');
    if (isAdded) rememberTag(organizationId, tag.id);
    onTag(tag, isAdded);
  };
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const first = exact ?? found[0];
    if (wanted === '') onClose();
    else if (first) choose(first, shareOf(first) < 1);
    else createTag();
  };
  const createTag = (): void => {
    const color = COLORS[tags.length % COLORS.length] ?? '#4F6BED';
    create.mutate({ name: text.trim(), color }, { onSuccess: (tag) => choose(tag, true) });
  };
  return (
    <Dialog isOpen onClose={onClose} title={t`Tags`}>
      <form onSubmit={onSubmit} className="flex min-h-0 flex-col gap-2">
        <TextField
          label={t`Find or create a tag`}
          autoComplete="off"
          maxLength={64}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {create.error ? <ErrorPanel error={create.error} /> : null}
        <div role="group" aria-label={t`Tags`} className="flex max-h-72 flex-col overflow-y-auto">
          {found.map((tag) => {
            const share = shareOf(tag);
            return (
              <Checkbox
                key={tag.id}
                checked={share === 1}
                ref={(box: HTMLInputElement | null) => {
                  if (box) box.indeterminate = share > 0 && share < 1;
                }}
                onChange={() => choose(tag, share < 1)}
              >
                <TagDot color={tag.color} />
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {tag.name}
                </span>
                <span aria-hidden className="text-muted tabular-nums">
                  {formatNumber(tag.documentsCount)}
                </span>
                {isForAll && !changed.has(tag.id) ? (
                  <Button
                    kind="quiet"
                    size="small"
                    onClick={(event) => {
                      event.preventDefault();
                      choose(tag, false);
                    }}
                  >
                    <Trans>Remove</Trans>
                  </Button>
                ) : null}
              </Checkbox>
            );
          })}
          {wanted !== '' && !exact ? (
            <Button kind="quiet" className="justify-start!" isBusy={create.isPending} onClick={createTag}>
              <Plus aria-hidden size={16} />
              <span className="truncate" dir="auto">
                {t`Create “${text.trim()}”`}
              </span>
            </Button>
          ) : null}
        </div>
        <div className="flex justify-end">
          <Button type="submit" kind="primary">
            <Trans>Done</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
