import { useLingui } from '@lingui/react/macro';
import { formatNumber } from '../lib/format';
import { readNumber } from '../lib/formats/read-number';
import { ReadField, type ReadFieldProps } from './read-field';

export type NumberFieldProps = Omit<ReadFieldProps<number>, 'children' | 'explain' | 'problem' | 'read' | 'show'>;

/** A number or an amount, as the person writes it. */
export function NumberField({ input, ...props }: NumberFieldProps) {
  const { t } = useLingui();
  return (
    <ReadField
      {...props}
      input={{ inputMode: 'decimal', ...input }}
      show={formatNumber}
      read={read}
      explain={explain}
      problem={t`This is not a number.`}
    />
  );
}

const read = (typed: string): number[] => readNumber(typed);

/** `1,234.00` and `1.234`: the person's own separators, so that the other reading cannot look the same. */
const explain = (value: number): string => formatNumber(value);
