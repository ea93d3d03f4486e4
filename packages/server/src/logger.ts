/** Where the service says what happens: one event and its fields. It prints nothing itself. */
export interface Logger {
  log(level: LogLevel, event: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** How loud an event is. */
export type LogLevel = 'info' | 'warn' | 'error';

/** Says nothing. */
export const SILENT: Logger = { log: () => undefined };
