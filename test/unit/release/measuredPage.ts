/** What a reader of a page meets: words without pictures, markup and targets of links. */
export function measured(page: string) {
  const text = page.replace(/!\[[^\]]*\]\([^)]*\)/g, "").replace(/\]\([^)]*\)/g, "]");
  return {
    lines: page.split("\n").length - 1,
    words: text.match(/[\p{L}\p{N}][^\s|]*/gu)?.length ?? 0,
    pictures: page.match(/!\[/g)?.length ?? 0,
    links: page.match(/(?<!!)\[[^\]]+\]\(/g)?.length ?? 0,
  };
}
