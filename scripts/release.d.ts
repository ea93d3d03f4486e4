export function releasedChangelog(text: string, version: string, date: string): string;
export function releasedCitation(text: string, version: string, date: string): string;
export function follows(next: string, present: string): boolean;
