import type { MailLink } from './mail-links.js';
import { escapeHtml, type Paragraph } from './paragraph.js';

export interface MailDraft {
  /** Words of our own: names of users do not belong here. */
  subject: string;
  paragraphs: readonly Paragraph[];
  link: { label: string; to: MailLink };
  /** Below the link. */
  notes?: readonly Paragraph[];
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const STYLES = {
  page: `margin:0;padding:24px 12px;background:#f4f4f5;color:#18181b;${FONT}`,
  card: 'max-width:560px;margin:0 auto;padding:24px;border-radius:8px;background:#ffffff;color:#18181b',
  paragraph: 'margin:0 0 16px;font-size:16px;line-height:1.5;overflow-wrap:anywhere',
  note: 'margin:16px 0 0;font-size:13px;line-height:1.5;color:#52525b;overflow-wrap:anywhere',
  button:
    'display:inline-block;padding:10px 18px;border-radius:6px;background:#1d4ed8;color:#ffffff;' +
    'font-size:16px;font-weight:600;text-decoration:none',
};

/** The one layout of all mails, as text and as HTML without pictures, scripts and files from elsewhere. */
export function composeMail({ subject, paragraphs, link, notes = [] }: MailDraft): {
  subject: string;
  text: string;
  html: string;
} {
  const { label, to } = link;
  const url = escapeHtml(to.url);
  const text = [...paragraphs.map((each) => each.text), `${label}:\n${to.url}`, ...notes.map((each) => each.text)];
  const html = [
    ...paragraphs.map((each) => `<p style="${STYLES.paragraph}">${each.html}</p>`),
    `<p style="${STYLES.paragraph}"><a href="${url}" style="${STYLES.button}">${escapeHtml(label)}</a></p>`,
    `<p style="${STYLES.note}">If the button does not work, open this address:<br>${url}</p>`,
    ...notes.map((each) => `<p style="${STYLES.note}">${each.html}</p>`),
  ];
  return { subject, text: `${text.join('\n\n')}\n`, html: pageOf(subject, html) };
}

function pageOf(title: string, blocks: readonly string[]): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light">',
    `<title>${escapeHtml(title)}</title>`,
    '</head>',
    `<body style="${escapeHtml(STYLES.page)}">`,
    `<div style="${STYLES.card}">`,
    ...blocks,
    '</div>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
