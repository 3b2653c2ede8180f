import type { PointerActs } from "../chart/plotPointer.ts";
import { roundRange } from "./brush.ts";
import type { ScatterChart } from "./scatterChart.ts";

/** The mouse controls of the scatter plot. */
export function scatterPointer(chart: ScatterChart): PointerActs {
  const { scatter } = chart;
  /** The possible start of a range: a moment, because arriving threads may move what is under the mouse. */
  let pressed = 0;
  return {
    hover: (at, { clientX, clientY }) => chart.point(scatter.nearest(at), { x: clientX, y: clientY }),
    leave: () => chart.point(null),
    click: (at) => {
      const place = scatter.nearest(at);
      if (place !== null) chart.cursor.place = place;
      chart.reveal(place);
    },
    doubleClick: (at) => {
      const place = scatter.nearest(at);
      if (place === null) chart.showAll();
      else chart.openConversation(place);
    },
    press: ({ x }) => {
      pressed = scatter.momentAt(x);
    },
    brush: ({ x }, done) => {
      const range = roundRange(pressed, scatter.momentAt(x), scatter.pixel);
      if (done) chart.filter(range);
      else chart.mark({ range, by: "mouse" });
    },
    cancelBrush: () => chart.mark(null),
    pan: (by) => chart.pan(-by * scatter.pixel),
    zoom: (factor, around) => chart.zoom(factor, scatter.momentAt(around)),
  };
}
