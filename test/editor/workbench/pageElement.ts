/** The DOM element properties used by functions that run in the page; this project is compiled without DOM types. */
export type PageElement = {
  readonly textContent: string | null;
  readonly className: string;
  readonly outerHTML: string;
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
  readonly ownerDocument: {
    readonly defaultView: { getComputedStyle(element: PageElement, pseudo: string): { readonly content: string } };
  };
};
