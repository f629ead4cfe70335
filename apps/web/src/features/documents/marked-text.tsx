import { Fragment } from 'react';
import type { HighlightView } from './documents.queries';

/** A part of a text with the words that were searched. */
export function MarkedText({ parts }: { parts: HighlightView['parts'] }) {
  return parts.map(({ text, isMatch }, index) =>
    isMatch ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>,
  );
}
