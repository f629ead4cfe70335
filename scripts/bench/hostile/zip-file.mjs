import { crc32, deflateRawSync } from 'node:zlib';

/** Returns a zip archive of `[name, text]` parts in this order, with the same bytes every time. */
export function zipFile(parts) {
  const bodies = [];
  const directory = [];
  let offset = 0;
  for (const [name, text] of parts) {
    const bytes = Buffer.from(text);
    const isFirst = name === 'mimetype'; // OpenDocument requires it unpacked, so that programs can detect the type
    const packed = isFirst ? bytes : deflateRawSync(bytes);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0); // version needed
    facts.writeUInt16LE(isFirst ? 0 : 8, 4); // method
    facts.writeUInt16LE(0x21, 8); // 1 January 1980
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, Buffer.from(name));
    bodies.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, entries, end]);
}
