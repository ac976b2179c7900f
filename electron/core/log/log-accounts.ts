import type { AccountBook } from '../accounts/account-book.ts';
import type { Log } from './log.ts';

/** Writes down what happens to accounts, by their ids alone. */
export function logAccounts(log: Log, book: AccountBook): AccountBook {
  return {
    ...book,
    async add(input) {
      const account = await book.add(input);
      log.info('account', 'added', { account, keeping: input.keeping });
      return account;
    },
    async replaceKey(account, key, keeping) {
      await book.replaceKey(account, key, keeping);
      log.info('account', 'key replaced', { account, keeping });
    },
    async forgetKey(account) {
      await book.forgetKey(account);
      log.info('account', 'key forgotten', { account });
    },
    async changeAddress(account, baseUrl, key, keeping) {
      await book.changeAddress(account, baseUrl, key, keeping);
      log.info('account', 'address changed', { account, keeping });
    },
    async remove(account) {
      await book.remove(account);
      log.info('account', 'removed', { account });
    },
    async restore(account) {
      await book.restore(account);
      log.info('account', 'restored', { account });
    },
    async keyRefused(account, key) {
      await book.keyRefused(account, key);
      log.warn('account', 'the service refused the key', { account });
    },
    async test(account) {
      const result = await book.test(account);
      log.info('account', 'tested', { account, outcome: result.outcome });
      return result;
    },
  };
}
