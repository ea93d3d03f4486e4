/** Whether a store's name is the address of a PostgreSQL database. */
export const isPostgres = (store: string | undefined): boolean =>
  /^postgres(ql)?:/.test(store ?? '');

/** A store's name as people and logs may see it. */
export const withoutSecrets = (store: string): string =>
  store.replace(/\/\/[^@/]*@/, '//').replace(/([?&]password=)[^&]*/i, '$1…');
