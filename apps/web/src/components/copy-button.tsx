import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../lib/clipboard';
import { IconButton } from './icon-button';

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <IconButton
      icon={isCopied ? Check : Copy}
      label={label}
      onClick={() => void copyText(text).then(setIsCopied)}
      onBlur={() => setIsCopied(false)}
    />
  );
}
