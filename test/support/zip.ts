import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  name: string;
  /** The bytes of the name, where it is not in UTF-8. */
  nameBytes?: Buffer;
  content: string | Buffer;
  /** Unpacked size to claim instead of the real one. */
  claimedSize?: number;
  flags?: number;
}

/** A small zip archive, valid unless the parts claim something false. */
export function zip(parts: readonly ZipPart[], options: { offsetError?: number; isOfUnix?: boolean } = {}): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, nameBytes = Buffer.from(name), content, claimedSize, flags = 0 } of parts) {
    const bytes = Buffer.from(content);
    const isStored = name === 'mimetype';
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(isStored ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claimedSize ?? bytes.length, 18);
    fields.writeUInt16LE(nameBytes.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, nameBytes, packed]);
    directory.push(
      Buffer.from(`PK\x01\x02\x14${options.isOfUnix === true ? '\x03' : '\0'}`, 'latin1'),
      fields,
      tail,
      nameBytes,
    );
    bodies.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset + (options.offsetError ?? 0), 16);
  return Buffer.concat([...bodies, entries, end]);
}
