/** Values on a message bus (D-Bus specification, "Marshaling"), little-endian: as much as a daemon of the tests needs. */

/** The first complete type of a signature, and what follows. */
function firstType(signature: string): readonly [string, string] {
  const length = lengthOfType(signature, 0);
  return [signature.slice(0, length), signature.slice(length)];
}

function lengthOfType(signature: string, at: number): number {
  const sign = signature[at];
  if (sign === 'a') return lengthOfType(signature, at + 1) + 1;
  if (sign !== '(' && sign !== '{') return 1;
  let length = 1;
  while (signature[at + length] !== ')' && signature[at + length] !== '}') length += lengthOfType(signature, at + length);
  return length + 1;
}

const alignments: Readonly<Record<string, number>> = { y: 1, g: 1, v: 1, n: 2, q: 2, x: 8, t: 8, d: 8, '(': 8, '{': 8 };
const alignmentOf = (type: string): number => alignments[type[0] ?? ''] ?? 4;

export class BusReader {
  #at: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  get at(): number {
    return this.#at;
  }

  /** Values of all types of a signature. */
  all(signature: string): unknown[] {
    const values: unknown[] = [];
    for (let rest = signature; rest !== ''; ) {
      const [type, then] = firstType(rest);
      values.push(this.one(type));
      rest = then;
    }
    return values;
  }

  one(type: string): unknown {
    this.align(alignmentOf(type));
    switch (type[0]) {
      case 'y':
        return this.#bytes[this.#take(1)];
      case 'b':
        return this.#bytes.readUInt32LE(this.#take(4)) === 1;
      case 'n':
        return this.#bytes.readInt16LE(this.#take(2));
      case 'q':
        return this.#bytes.readUInt16LE(this.#take(2));
      case 'i':
        return this.#bytes.readInt32LE(this.#take(4));
      case 'u':
        return this.#bytes.readUInt32LE(this.#take(4));
      case 'x':
      case 't':
        return this.#bytes.readBigInt64LE(this.#take(8));
      case 'd':
        return this.#bytes.readDoubleLE(this.#take(8));
      case 's':
      case 'o':
        return this.#text(this.#bytes.readUInt32LE(this.#take(4)));
      case 'g':
        return this.#text(this.#bytes.readUInt8(this.#take(1)));
      case 'v':
        return this.one(this.one('g') as string);
      case 'a':
        return this.#list(type.slice(1));
      default:
        return this.all(type.slice(1, -1));
    }
  }

  align(to: number): void {
    this.#at = Math.ceil(this.#at / to) * to;
  }

  #list(of: string): unknown {
    const length = this.#bytes.readUInt32LE(this.#take(4));
    this.align(alignmentOf(of));
    const end = this.#at + length;
    if (of === 'y') return this.#bytes.subarray(this.#take(length), end);
    const values: unknown[] = [];
    while (this.#at < end) values.push(this.one(of));
    return of.startsWith('{') ? Object.fromEntries(values as [string, unknown][]) : values;
  }

  #text(length: number): string {
    const from = this.#take(length + 1);
    return this.#bytes.toString('utf8', from, from + length);
  }

  #take(length: number): number {
    this.#at += length;
    return this.#at - length;
  }
}

/** A value of a variant, which carries its type. */
export interface BusVariant {
  readonly type: string;
  readonly value: unknown;
}

/** Only the types that daemons of the tests send: y, u, i, b, s, o, g, v and as. Variants of s, o, g and u are also in the header. */
export class BusWriter {
  #bytes = Buffer.alloc(0);

  get bytes(): Buffer {
    return this.#bytes;
  }

  all(signature: string, values: readonly unknown[]): this {
    let rest = signature;
    for (const value of values) {
      const [type, then] = firstType(rest);
      this.one(type, value);
      rest = then;
    }
    return this;
  }

  one(type: string, value: unknown): this {
    this.align(alignmentOf(type));
    if (type === 'y') return this.#add(Buffer.from([value as number]));
    if (type === 'u') return this.#number(value as number);
    if (type === 'i') return this.#number((value as number) >>> 0);
    if (type === 'b') return this.#number(value === true ? 1 : 0);
    if (type === 'v') return this.one('g', (value as BusVariant).type).one((value as BusVariant).type, (value as BusVariant).value);
    if (type === 's' || type === 'o') {
      const text = Buffer.from(value as string);
      return this.#number(text.length).#add(text).#add(Buffer.alloc(1));
    }
    if (type === 'g') {
      const text = Buffer.from(value as string);
      return this.#add(Buffer.from([text.length])).#add(text).#add(Buffer.alloc(1));
    }
    if (type !== 'as') throw new Error(`the daemon of the tests sends no ${type}`);
    const texts = value as readonly string[];
    const inner = new BusWriter();
    for (const text of texts) inner.one('s', text);
    return this.#number(inner.bytes.length).#add(inner.bytes);
  }

  align(to: number): this {
    return this.#add(Buffer.alloc(Math.ceil(this.#bytes.length / to) * to - this.#bytes.length));
  }

  append(bytes: Buffer): this {
    return this.#add(bytes);
  }

  #number(value: number): this {
    const four = Buffer.alloc(4);
    four.writeUInt32LE(value);
    return this.#add(four);
  }

  #add(bytes: Buffer): this {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    return this;
  }
}
