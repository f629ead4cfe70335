import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { Controller, type UseFormReturn, type UseFormSetError } from 'react-hook-form';
import { Checkbox } from '../../components/checkbox';
import { DateField } from '../../components/date-field';
import { useFormProblem } from '../../components/form';
import { NumberField } from '../../components/number-field';
import { SecretField } from '../../components/secret-field';
import { TextArea } from '../../components/text-area';
import { TextField } from '../../components/text-field';
import { newPassword } from '../../lib/secrets';
import { TagPicker } from '../tags';
import type { FileRequestValues } from './file-requests';

/** Shows a refused form of a file request. */
export const useFileRequestProblem = (setError: UseFormSetError<FileRequestValues>) =>
  useFormProblem(setError, ['title', 'message', 'tagIds', 'password', 'maxFiles'], {
    expiresAt: 'lastDay',
    maxFileBytes: 'maxFileSize',
  });

/** The fields that a new and a present request have. */
export function FileRequestForm({
  organizationId,
  form,
  isPasswordProtected,
}: {
  organizationId: string;
  form: UseFormReturn<FileRequestValues>;
  isPasswordProtected: boolean;
}) {
  const { t } = useLingui();
  const { errors } = form.formState;
  // A text that has no value yet must not count as an empty field.
  const isDecided = useRef({ lastDay: true, maxFileSize: true });
  const isPasswordRemoved = form.watch('isPasswordRemoved');
  return (
    <>
      <TextField
        label={t`Title`}
        hint={t`Shown on the link’s page, such as “Receipts for July”.`}
        maxLength={120}
        error={errors.title?.message}
        {...form.register('title', { validate: (title) => title.trim() !== '' || t`Enter a title.` })}
      />
      <TextArea
        label={t`Message`}
        hint={t`What people should send, and how.`}
        maxLength={2000}
        rows={4}
        error={errors.message?.message}
        {...form.register('message')}
      />
      <Controller
        control={form.control}
        name="tagIds"
        render={({ field }) => (
          <TagPicker
            organizationId={organizationId}
            label={t`Tags`}
            hint={t`Added to every document received.`}
            canCreate
            value={field.value}
            onChange={field.onChange}
            error={errors.tagIds?.message}
          />
        )}
      />
      {isPasswordRemoved ? null : (
        <Controller
          control={form.control}
          name="password"
          render={({ field }) => (
            <SecretField
              label={t`Password`}
              copyLabel={t`Copy password`}
              generate={newPassword}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              onGenerate={field.onChange}
              hint={
                isPasswordProtected
                  ? t`A password is set. Enter a new one to change it.`
                  : t`Without one, the link is enough. Copy it now; it is not shown again.`
              }
              error={errors.password?.message}
            />
          )}
        />
      )}
      {isPasswordProtected ? <Checkbox {...form.register('isPasswordRemoved')}>{t`Remove password`}</Checkbox> : null}
      <div className="grid gap-4 sm:grid-cols-3">
        <Controller
          control={form.control}
          name="lastDay"
          rules={{ validate: () => isDecided.current.lastDay || t`Not a date.` }}
          render={({ field }) => (
            <DateField
              label={t`Expires on`}
              hint={t`Leave empty for no expiry date.`}
              error={errors.lastDay?.message}
              isDraft
              value={field.value}
              onDate={field.onChange}
              onDecided={(decided) => (isDecided.current.lastDay = decided)}
            />
          )}
        />
        <TextField
          label={t`Maximum number of files`}
          hint={t`Leave empty for no limit.`}
          type="number"
          inputMode="numeric"
          min={1}
          max={10_000}
          error={errors.maxFiles?.message}
          {...form.register('maxFiles', {
            validate: (most) =>
              most === '' || (/^\d+$/.test(most) && Number(most) >= 1 && Number(most) <= 10_000)
                ? true
                : t`Enter a whole number from 1 to 10,000.`,
          })}
        />
        <Controller
          control={form.control}
          name="maxFileSize"
          rules={{
            validate: (size) =>
              (isDecided.current.maxFileSize && (size === '' || Number(size) > 0)) || t`Enter a number greater than 0.`,
          }}
          render={({ field }) => (
            <NumberField
              label={t`Maximum file size (MB)`}
              hint={t`Leave empty for the server’s limit.`}
              error={errors.maxFileSize?.message}
              isDraft
              value={field.value === '' ? undefined : Number(field.value)}
              onValue={(size) => field.onChange(size === undefined ? '' : String(size))}
              onDecided={(decided) => (isDecided.current.maxFileSize = decided)}
            />
          )}
        />
      </div>
      {errors.root ? (
        <p role="alert" className="text-danger">
          {errors.root.message}
        </p>
      ) : null}
    </>
  );
}
