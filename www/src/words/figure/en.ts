// The words of figures that stand alone, in English. Loaded when one is made.

function code(text: string): string {
  return `\`${text}\``;
}

export const en = {
  own: "A run of its own",
  beginning: "The beginning: no move has been made yet.",
  /** Above what the stations hold, as text; `move` names the moment. */
  standing: (move: string, controller: string | null) => `What stands where (${move}${controller === null ? "" : `, ${controller}`}):`,
  /** In place of the picture. */
  picture: (title: string, move: string, said: string) => `${title}. ${move}: ${said}`,
  page: {
    see: "What one sees",
    asked: "What is asked",
    open: "Open it in the playground",
    inWords: "The same in words",
    place: "On a page of your own",
    placeHint: "The element shows this picture and runs at a click. Where scripts are taken out, the picture and its link stay.",
    element: "The element",
    frame: "A frame",
    markdown: "The picture in Markdown",
    relative: (file: string) => `These addresses are relative to the folder of this site, in which ${code(file)} lies: put its address before them.`,
    files: "Files",
    picture: "Picture, 720 wide",
    narrow: "Picture, 360 wide",
    text: "Text",
    card: "The card of a link",
  },
};

export type FigureWords = typeof en;
