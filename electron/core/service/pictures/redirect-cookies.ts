/** The cookies of one chain of redirects. Guards of hosts redirect to the same address and wait for the cookie that they gave, or redirect for ever. */
export interface RedirectCookies {
  /** `setCookie`: repeated headers joined by `, `. */
  keep(url: string, setCookie: string | undefined): void;
  /** Only what the same origin gave. */
  headersFor(url: string): Readonly<Record<string, string>>;
}

/** Most characters of the cookies of one origin. */
const longest = 8_192;

export function createRedirectCookies(): RedirectCookies {
  const byOrigin = new Map<string, Map<string, string>>();
  return {
    keep(url, setCookie = '') {
      const { origin } = new URL(url);
      const cookies = byOrigin.get(origin) ?? new Map<string, string>();
      byOrigin.set(origin, cookies);
      // The comma of a date is followed by no name and `=`.
      for (const cookie of setCookie.split(/,(?=\s*[^\s;,=]+=)/)) {
        const [, name, value = ''] = /^\s*([^\s;,=]+)=([\x21-\x3a\x3c-\x7e]*)\s*(?:;|$)/.exec(cookie) ?? [];
        if (name !== undefined) cookies.set(name, value);
      }
    },
    headersFor(url) {
      const cookie = Array.from(byOrigin.get(new URL(url).origin) ?? [], ([name, value]) => `${name}=${value}`).join('; ');
      return cookie === '' || cookie.length > longest ? {} : { cookie };
    },
  };
}
