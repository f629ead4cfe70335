import { describe, expect, it } from '@jest/globals';
import { xfaText } from './xfa-text.js';

const template = (inside: string): string => `<template>${inside}</template>`;
const data = (inside: string): string => `<xfa:datasets><xfa:data>${inside}</xfa:data></xfa:datasets>`;

describe('the text of an XFA form', () => {
  it.each([
    ['what is printed', template('<draw><value><text>Tax &amp; duty</text></value></draw>'), 'Tax & duty'],
    [
      'formatted texts, with words of several pieces',
      template('<exData contentType="text/html"><body><p>un<b>believ</b>able<br/>news</p><p>more</p></body></exData>'),
      'unbelievable\nnews\nmore',
    ],
    [
      'choices, without their codes',
      template('<items><text>Yes</text></items><items presence="hidden"><text>01</text></items>'),
      'Yes',
    ],
    [
      'no scripts and no sizes',
      template('<event><script><text>x</text></script></event><value><float>3</float></value>'),
      '',
    ],
    ['values, one below the other', data('<name>Jan</name><zip>50667</zip>'), 'Jan\n50667'],
    ['no pictures', data('<photo xfa:contentType="image/png">iVBORw0K</photo><name>Jan</name>'), 'Jan'],
    ['no description of the values', `<datasets><dd:dataDescription><a>x</a></dd:dataDescription></datasets>`, ''],
    ['each line once', `<xdp>${template('<text>Jan</text>')}${data('<name>Jan</name><b>Eva</b>')}</xdp>`, 'Jan\nEva'],
    ['nothing of other packets', '<xdp><localeSet><text>January</text></localeSet></xdp>', ''],
    ['what stands in an element that is not closed', '<template><field><text>word', 'word'],
  ])('the text of an XFA form has %s', (_, xml, text) => {
    expect(xfaText(xml)).toBe(text);
  });

  it('entities that the form declares are not expanded', () => {
    const bomb = Array.from({ length: 30 }, (_, at) => `<!ENTITY a${at} "${'&a'.repeat(9)}${at - 1};">`).join('');
    expect(xfaText(`<!DOCTYPE x [${bomb}]>${data('<a>word &a29;</a>')}`)).toBe('word &a29;');
  });
});
