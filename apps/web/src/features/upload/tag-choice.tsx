import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { classNames } from '../../lib/class-names';
import { TagDot } from '../../components/tag-chip';
import { tagChoices } from './uploads.queries';
import { changePanel, useUploadPanel } from './use-uploads';

const MOST_SHOWN = 24;

/** Tags that the next files get, if the person wants that. */
export function TagChoice({ organizationId }: { organizationId: string }) {
  const { tagIds } = useUploadPanel();
  const { data: tags = [] } = useQuery(tagChoices(organizationId));
  if (tags.length === 0) return null;
  const toggle = (tagId: string): void =>
    changePanel({ tagIds: tagIds.includes(tagId) ? tagIds.filter((id) => id !== tagId) : [...tagIds, tagId] });
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-sm font-medium">
        <Trans>Tags for these documents</Trans>
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {tags.slice(0, MOST_SHOWN).map(({ id, name, color }) => (
          <button
            key={id}
            type="button"
            aria-pressed={tagIds.includes(id)}
            onClick={() => toggle(id)}
            className={classNames(
              'inline-flex min-h-7 max-w-48 items-center gap-1.5 rounded-chip border px-2 text-xs pointer-coarse:min-h-(--control-height)',
              tagIds.includes(id) ? 'border-accent bg-selected font-medium' : 'border-line hover:bg-hover',
            )}
          >
            <TagDot color={color} />
            <span dir="auto" className="truncate">
              {name}
            </span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
