import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { TextField } from '../../components/text-field';
import { EventsPicker } from './events-picker';
import type { WebhookEvent } from './webhook-events';

export interface WebhookValues {
  name: string;
  url: string;
  events: WebhookEvent[];
}

/** The fields that a new and a present webhook have. `children` come before the events. */
export function WebhookFields<Values extends WebhookValues>({
  form: given,
  disabled = false,
  children,
}: {
  form: UseFormReturn<Values>;
  disabled?: boolean;
  children?: ReactNode;
}) {
  const { t } = useLingui();
  // Values of the forms have more fields; these are the same in all.
  const form = given as unknown as UseFormReturn<WebhookValues>;
  const { errors } = form.formState;
  return (
    <>
      <TextField
        label={t`Name`}
        maxLength={128}
        disabled={disabled}
        error={errors.name?.message}
        {...form.register('name', { validate: (name) => name.trim() !== '' || t`Enter a name.` })}
      />
      <TextField
        label={t`Address`}
        hint={t`Where the requests go, such as https://example.com/hook`}
        type="url"
        inputMode="url"
        dir="ltr"
        autoComplete="off"
        maxLength={2048}
        disabled={disabled}
        error={errors.url?.message}
        {...form.register('url', {
          validate: (url) => URL.canParse(url) || t`Enter a complete address, such as https://example.com/hook`,
        })}
      />
      {children}
      <Controller
        control={form.control}
        name="events"
        rules={{ validate: (events) => events.length > 0 || t`Choose at least one event.` }}
        render={({ field, fieldState }) => (
          <EventsPicker
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
            disabled={disabled}
          />
        )}
      />
      {errors.root ? (
        <p role="alert" className="text-danger">
          {errors.root.message}
        </p>
      ) : null}
    </>
  );
}
