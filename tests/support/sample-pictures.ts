import type { ShownType } from '../../shared/task.ts';

/** Real pictures of 13 × 7 pixels, made by libvips, one of each type that the app accepts. */
export interface SamplePicture {
  readonly name: string;
  readonly type: ShownType;
  readonly bytes: Buffer;
}

export const sampleWidth = 13;
export const sampleHeight = 7;

export const samplePictures: readonly SamplePicture[] = (
  [
    [
      'png',
      'png',
      'iVBORw0KGgoAAAANSUhEUgAAAA0AAAAHCAIAAABcElBNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAABH0lEQVQYlWNgUPXKn7LzHrOGb9H0PQ/ZtANKZ+1/' +
        'wqkXXDH30HMew7DqBUdf8ZtE1jEsPvFWyDymcdnpD6JW8S0rz32WsE1qX3Pxm7RDatf6Kz/lnDN6N13/o8jglj1h663/Kp55k3fcZVL3KZy2+wGrln/J' +
        'zH2POXSDyuccfMZtEFo1/wjDSz7jiNpFx98ImkU3LD31XsQyrnnF2U/iNoltqy98lbJP6Vx3+YesUzpDz8ZrvxVcs/q33Pyn7JE7afsdRjXvgqm77rNo' +
        '+hXP2PuIXSewbPaBp1wM+iGV8w6/4DUKr1l47LWAaVT9kpPvhC1im5af+ShmndC66vwXSbvkjrUMl77LOKZ1b7j6S94ls2/zjb9K7jkTt93GCAUA82yG' +
        'KXjGRI0AAAAASUVORK5CYII=',
    ],
    [
      'jpeg',
      'jpeg',
      '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8' +
        'U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAHAA0DASIAAhEBAxEB/8QAFgABAQEAAAAAAAAA' +
        'AAAAAAAAAAEC/8QAIRABAAECBgMBAAAAAAAAAAAAARECIQADBBITMSJBcYH/xAAVAQEBAAAAAAAAAAAAAAAAAAAAAf/EABwRAQACAQUAAAAAAAAAAAAA' +
        'AAEAAhESIUFRsf/aAAwDAQACEQMRAD8AldBlCJsg8jaJafX5UR1ZOkjNeoytOHK0UC2KsvlJgWJhOz6RN5wwwqakHkz5Jfag9z//2Q==',
    ],
    [
      'jpeg progressive with EXIF',
      'jpeg',
      '/9j/4QDIRXhpZgAASUkqAAgAAAAHABIBAwABAAAAAQAAABoBBQABAAAAYgAAABsBBQABAAAAagAAACgBAwABAAAAAgAAABMCAwABAAAAAQAAAJiCAgAC' +
        'AAAAeAAAAGmHBAABAAAAcgAAAAAAAAA4YwAA6AMAADhjAADoAwAABgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABAAAADAxMDABoAMAAQAAAP//' +
        'AAACoAQAAQAAAA0AAAADoAQAAQAAAAcAAAAAAAAA/9sAQwAUDg8SDw0UEhASFxUUGB4yIR4cHB49LC4kMklATEtHQEZFUFpzYlBVbVZFRmSIZW13e4GC' +
        'gU5gjZeMfZZzfoF8/9sAQwEVFxceGh47ISE7fFNGU3x8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8/8IAEQgA' +
        'BwANAwEiAAIRAQMRAf/EABUAAQEAAAAAAAAAAAAAAAAAAAAB/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAH/2gAMAwEAAhADEAAAAZBP/8QAGBAAAgMAAAAA' +
        'AAAAAAAAAAAAAAECEjH/2gAIAQEAAQUCwson/8QAFhEAAwAAAAAAAAAAAAAAAAAAAAEx/9oACAEDAQE/AXD/xAAWEQADAAAAAAAAAAAAAAAAAAAAASH/' +
        '2gAIAQIBAT8BVP/EABcQAQADAAAAAAAAAAAAAAAAAAARIbH/2gAIAQEABj8CXkv/xAAbEAACAQUAAAAAAAAAAAAAAAAAAXEhQVFh8P/aAAgBAQABPyFq' +
        'GadsdgUh/9oADAMBAAIAAwAAABD3/8QAFxEBAAMAAAAAAAAAAAAAAAAAAQAhUf/aAAgBAwEBPxCpdn//xAAYEQEBAAMAAAAAAAAAAAAAAAABEQBBsf/a' +
        'AAgBAgEBPxAUDsvM/8QAGxABAQEAAgMAAAAAAAAAAAAAAREhADFBcYH/2gAIAQEAAT8QMomTEJl8fBOsTpIUWa4Q2CyxOz2S7ef/2Q==',
    ],
    ['gif', 'gif', 'R0lGODlhDQAHAIEAAO0RNsjtEomu0y5SdyH5BAQAAAAALAAAAAANAAcAAAIXnDBhhiosHJTvpGUpiHgrfVVNx4nZUgAAOw=='],
    [
      'gif animated',
      'gif',
      'R0lGODlhDQAHAIEAAO0RNsjtEomu0y5SdyH/C05FVFNDQVBFMi4wAwEAAAAh+QQEBQAAACwAAAAADQAHAAACF5wwYYYqLByU76RlKYh4K31VTceJ2VIA' +
        'ACH5BAUFAAQALAAAAAANAAcAgRPuyTgT7tiyjXtWMgMYKAMSqmC4AeVblmo2a8df5ITNJZpZxT0JADs=',
    ],
    [
      'webp lossy',
      'webp',
      'UklGRoIAAABXRUJQVlA4IHYAAAAwAgCdASoNAAcABABoJbACdH8D2NyIVFvd+AD6mhPVYXGQy78OtTX9ITkoUSIbFvP217Xtf2K8GPHhkcMWHawh7Oud' +
        '16AdjfhqDjz+6afGlOlh499C+tKAlU4wM0/JIWyWnx1bZeIdse8I7aY3U8R1mx3PwAAA',
    ],
    ['webp lossless', 'webp', 'UklGRioAAABXRUJQVlA4TB4AAAAvDIABAM1lRP8DhNlGNOMb1FzvdQCzPSUxASxznAE='],
    [
      'webp extended',
      'webp',
      'UklGRqoAAABXRUJQVlA4WAoAAAAQAAAADAAABgAAQUxQSBgAAAABuYzof4Aw2wh5EkMY870OIGICJoCZdQZWUDggbAAAAPACAJ0BKg0ABwAEAGglkAJ0' +
        'fwTBWPNYGAP0APQ4LE+AAM4jAlT6Xn8zdaDC3XunnwYsLl0DvaiA5eg/s2TxE/viSe4cos8QuwI66KSNK2GB8v1XgYiLx++MsHBkViDTFgts1E1qFkLC' +
        'eAAAAA==',
    ],
    [
      'avif',
      'avif',
      'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERA' +
        'AAEAAQAAAAAA+gABAAAAAAAAADQAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAA' +
        'AAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAA0AAAAHAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAA8bWRhdBIACgg4DLM0gIaD' +
        'SDImHEJi5AAAsFFA8pU/hv1NGhszKVqx5BF/X5tzOt/1/hAewdoWcKs=',
    ],
    [
      'avif with alpha',
      'avif',
      'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAAXBtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAADRpbG9jAAAAAERA' +
        'AAIAAQAAAAABlAABAAAAAAAAAEMAAgAAAAAB1wABAAAAAAAAADwAAAA4aWluZgAAAAAAAgAAABVpbmZlAgAAAAABAABhdjAxAAAAABVpbmZlAgAAAAAC' +
        'AABhdjAxAAAAAA5waXRtAAAAAAABAAAAr2lwcnAAAACKaXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAA0AAAAHAAAAEHBpeGkAAAAAAwgICAAA' +
        'AAxhdjFDgQAcAAAAAA5waXhpAAAAAAEIAAAAOGF1eEMAAAAAdXJuOm1wZWc6bXBlZ0I6Y2ljcDpzeXN0ZW1zOmF1eGlsaWFyeTphbHBoYQAAAAAdaXBt' +
        'YQAAAAAAAAACAAEDgQIDAAIEhAIFhgAAABppcmVmAAAAAAAAAA5hdXhsAAIAAQABAAAAh21kYXQSAAoIOAyzNICGg0gyNRxCYuTgABY47PnCO1/G1pcF' +
        '/gCId8HKVGqrfkEMHJqYt06Y9yTNzAYg/j+JB4foOEl3V5ZWEgAKBRgMszCoMjEbAAABQN4r8XYt9DWMbYwI7nUHUL+c8gnoUt/oHBk76Bih16FSk4wE' +
        'mB2KOF062tJA',
    ],
  ] as const
).map(([name, type, base64]) => ({ name, type, bytes: Buffer.from(base64, 'base64') }));

export function samplePicture(name: string): SamplePicture {
  const found = samplePictures.find((picture) => picture.name === name);
  if (found === undefined) throw new Error(`There is no sample called ${name}.`);
  return found;
}

/** A PNG of this size on disk with few pixels to decode: the padding is in its own chunk. */
export function paddedPng(bytes: number): Buffer {
  const { bytes: png } = samplePicture('png');
  const end = png.length - 12;
  const padding = Buffer.alloc(Math.max(bytes - png.length - 12, 0));
  for (let at = 0; at + 4 <= padding.length; at += 4) padding.writeUInt32BE((at * 2654435761) >>> 0, at);
  const chunk = Buffer.alloc(8);
  chunk.writeUInt32BE(padding.length, 0);
  chunk.write('paDd', 4, 'latin1');
  return Buffer.concat([png.subarray(0, end), chunk, padding, Buffer.alloc(4), png.subarray(end)]);
}
