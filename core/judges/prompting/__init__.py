"""What a judge is sent and how it must answer: tables as text, prompts, requests, examples."""
