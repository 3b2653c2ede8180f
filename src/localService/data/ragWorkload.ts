import { answerRecord } from "./documentShapes.ts";
import { dialogue, type Topic, type Workload } from "./workload.ts";

const topics: readonly [Topic, ...Topic[]] = [
  {
    exchanges: dialogue(
      "What does the 2025 sustainability report say about water use?",
      "Water use fell by 8 % to 1.2 million m³ (page 31). The report names the new cooling in Halden as the main cause.",
      "And compared with 2019?",
      "The report gives no figure for 2019. What its tables have:\n\n| Year | Water use (million m³) | Page |\n|---|---:|---:|\n| 2021 | 1.5 | 28 |\n| 2023 | 1.4 | 28 |\n| 2024 | 1.3 | 31 |\n| 2025 | **1.2** | 31 |",
      "How is the new cooling in Halden described?",
      "> The plant draws sea water at 40 m and returns it 3 °C warmer. (page 32)\n\nIn short:\n\n- no cooling towers\n- a heat exchanger for the town's network\n- in use since **March 2025**\n\n![Cut through the plant](https://reports.example/halden/cooling.png)",
    ),
    documents: ["sustainability-2025.pdf#31", "sustainability-2025.pdf#32", "sustainability-2024.pdf#28"],
    tool: ["rerank_passages", { top_k: 3 }, { order: [2, 0, 1] }],
  },
  {
    exchanges: dialogue(
      "Which clause covers termination for convenience?",
      "Clause 14.3: either party may end the agreement with 60 days' written notice.",
      "Quote it, please, with what it refers to.",
      "> **14.3** Either party may terminate this Agreement for convenience upon sixty (60) days' prior written notice in the form of Section 19.\n\nSection 19 asks for a letter or an e-mail to `legal@fabrikam.example`; a message in the portal is *not* enough.",
    ),
    documents: ["master-services-agreement.docx#14", "master-services-agreement.docx#15"],
    tool: ["rerank_passages", { top_k: 2 }, { order: [0, 1] }],
  },
];

/** Experiments with document retrieval. */
export const ragWorkload: Workload = {
  system: "Answer from the passages given, and name them. Say so where they do not answer.",
  turnOps: [{ name: "ask_documents", shape: answerRecord, receives: "model" }],
  rootOp: "Evaluation.predict_and_score",
  retrievalOp: "retrieve_passages",
  jobOps: ["Evaluation.evaluate", "chunk_documents"],
  models: ["gpt-5-mini", "mistral-large-2512"],
  modelObject: {
    name: "RagPipeline",
    versions: [
      { name: "bm25", chunk_size: 512, rerank: false },
      { name: "hybrid", chunk_size: 256, rerank: true },
    ],
  },
  topics,
  failures: ["ValueError: document has no text layer", "ConnectionError: vector store refused the connection"],
};
