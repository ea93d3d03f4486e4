interface LockEntry {
  version?: string;
  integrity?: string;
  link?: boolean;
}
interface Lock {
  packages: Record<string, LockEntry>;
}
export function withoutIntegrity(lock: Lock): { place: string; name: string; version: string }[];
export function fillIntegrity(
  lock: Lock,
  ask: (name: string, version: string) => Promise<string | undefined>,
): Promise<string[]>;
