/** The sidebar: sections, and in each the pages that are there. */
export const SECTIONS: readonly {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}[];
