import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { CustomPropertyView, ReminderView } from '../../lib/api';

type Rule = Pick<ReminderView, 'dateSource' | 'offsetAmount' | 'offsetUnit' | 'propertyId'>;

/** `3 months before “End of contract”`. */
export function useReminderWords(properties: readonly Pick<CustomPropertyView, 'id' | 'name'>[] = []) {
  const { t } = useLingui();
  return ({ dateSource, propertyId, offsetAmount, offsetUnit }: Rule): string => {
    const property = properties.find(({ id }) => id === propertyId)?.name ?? t`a property that was deleted`;
    const date = {
      documentDate: t`the date of the document`,
      createdAt: t`the day of the upload`,
      dueDate: t`the due date`,
      property: t`“${property}”`,
    }[dateSource];
    if (offsetAmount === 0) return t`On ${date}`;
    const count = Math.abs(offsetAmount);
    const length =
      offsetUnit === 'days'
        ? t`${plural(count, { one: '# day', other: '# days' })}`
        : t`${plural(count, { one: '# month', other: '# months' })}`;
    return offsetAmount < 0 ? t`${length} before ${date}` : t`${length} after ${date}`;
  };
}
