export const API: string;
export function pagesOf(folder: string): Record<string, string>;
export function freshApi(): Promise<{ pages: Record<string, string>; without: string[] }>;
