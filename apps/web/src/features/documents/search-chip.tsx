import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { TagDot } from '../../components/tag-chip';
import { allProperties } from '../../lib/all-properties.queries';
import { classNames } from '../../lib/class-names';
import { choicesOf, valueOfChip } from './chip-value';
import { allTags } from './documents.queries';
import { conditionOf } from './query-edit';

/** A filter of the query. A click on it puts it into the text again. */
export function SearchChip({
  chip,
  organizationId,
  mistake,
  onEdit,
  onRemove,
  onReplace,
}: {
  chip: string;
  organizationId: string;
  /** Why the server did not understand it. */
  mistake: string | undefined;
  onEdit: () => void;
  onRemove: () => void;
  /** Another filter takes its place. */
  onReplace: (chip: string) => void;
}) {
  const { t } = useLingui();
  const { data: tags = [] } = useQuery(allTags(organizationId));
  const { data: properties = [] } = useQuery(allProperties(organizationId));
  const choices = choicesOf(chip, properties);
  const condition = conditionOf(chip);
  const tag =
    condition?.field.toLowerCase() === 'tag'
      ? tags.find(
          ({ id, normalizedName }) => id === condition.value || normalizedName === condition.value.toLowerCase(),
        )
      : undefined;
  const { field = '', value = chip, operator = '=', isExcluded = false } = condition ?? {};
  return (
    <span
      className={classNames(
        'inline-flex h-6 max-w-full shrink-0 items-center gap-1 rounded-chip bg-selected ps-1.5 text-xs',
        isExcluded && 'line-through decoration-danger',
      )}
    >
      {tag ? <TagDot color={tag.color} /> : null}
      <button
        type="button"
        dir="auto"
        title={mistake ?? t`Edit this filter`}
        className={classNames(
          'max-w-56 truncate',
          mistake !== undefined && 'underline decoration-warn decoration-wavy',
        )}
        onClick={onEdit}
      >
        {isExcluded ? <span className="sr-only">{t`not`} </span> : null}
        <span className="text-muted">
          {field}
          {operator === '=' ? ':' : ` ${operator}`}{' '}
        </span>
        {tag?.name ?? (choices.length > 0 ? value : valueOfChip(field, value, properties))}
      </button>
      {choices.map(({ chip: meant, label }) => (
        <button
          key={meant}
          type="button"
          title={t`Search for ${label}`}
          className="rounded-chip px-1 underline hover:bg-hover"
          onClick={() => onReplace(meant)}
        >
          {label}?
        </button>
      ))}
      <button
        type="button"
        aria-label={t`Remove filter ${chip}`}
        className="grid h-6 w-6 place-items-center rounded-chip text-muted hover:text-text"
        onClick={onRemove}
      >
        <X aria-hidden size={12} />
      </button>
    </span>
  );
}
