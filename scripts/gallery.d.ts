/** The reports of the gallery: their file, and the command that makes each but for its folder. */
export const GALLERY: readonly { readonly name: string; readonly words: readonly string[] }[];
