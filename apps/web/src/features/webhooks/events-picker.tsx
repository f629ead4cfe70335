import { Plural, useLingui } from '@lingui/react/macro';
import { Checkbox } from '../../components/checkbox';
import { EVENT_GROUPS, EVENT_TEXTS, type EventGroup, type WebhookEvent } from './webhook-events';

export interface EventsPickerProps {
  value: readonly WebhookEvent[];
  onChange: (events: WebhookEvent[]) => void;
  error?: string | undefined;
  disabled?: boolean;
}

/** Every event with its meaning, by what it is about. */
export function EventsPicker({ value, onChange, error, disabled = false }: EventsPickerProps) {
  const { t } = useLingui();
  const count = value.length;
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-3" aria-describedby={error ? 'events-error' : undefined}>
      <legend className="mb-1 text-sm font-medium">
        {t`Events`}{' '}
        <span className="font-normal text-muted">
          (<Plural value={count} one="# chosen" other="# chosen" />)
        </span>
      </legend>
      {error === undefined ? null : (
        <p id="events-error" role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {EVENT_GROUPS.map((group) => (
          <EventsOfGroup key={group.id} group={group} value={value} onChange={onChange} />
        ))}
      </div>
    </fieldset>
  );
}

function EventsOfGroup({
  group: { name, events },
  value,
  onChange,
}: { group: EventGroup } & Pick<EventsPickerProps, 'onChange' | 'value'>) {
  const { i18n } = useLingui();
  const chosen = events.filter((event) => value.includes(event));
  const without = (removed: readonly WebhookEvent[]) => value.filter((event) => !removed.includes(event));
  return (
    <div role="group" aria-label={i18n._(name)} className="flex flex-col">
      <Checkbox
        checked={chosen.length === events.length}
        ref={(box) => {
          if (box) box.indeterminate = chosen.length > 0 && chosen.length < events.length;
        }}
        onChange={({ target }) => onChange(target.checked ? [...without(events), ...events] : without(events))}
      >
        <span className="font-medium">{i18n._(name)}</span>
      </Checkbox>
      <div className="flex flex-col ps-6">
        {events.map((event) => (
          <Checkbox
            key={event}
            checked={value.includes(event)}
            onChange={({ target }) => onChange(target.checked ? [...value, event] : without([event]))}
          >
            <span>
              {i18n._(EVENT_TEXTS[event])} <code className="text-xs text-muted">{event}</code>
            </span>
          </Checkbox>
        ))}
      </div>
    </div>
  );
}
