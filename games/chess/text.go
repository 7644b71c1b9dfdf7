package chess

const rulesText = `Move one of your pieces. A piece that goes to the cell of an enemy piece captures it. Rooks slide along rows and columns, bishops diagonally, queens both ways; they cannot jump over pieces. The king goes one cell in any direction. The knight jumps two cells along a row or column and one to the side.

A pawn goes one cell forward, or two from its first row, but it captures one cell diagonally forward. If a pawn goes two cells and lands beside an enemy pawn, that pawn can capture it with the next move as if it had gone only one (en passant). A pawn that reaches the last row becomes a queen, rook, bishop or knight.

Castling: the king goes two cells towards a rook, and the rook jumps over it. Neither may have moved before, there may be no piece between them, and the king may not be in check, nor pass or reach an attacked cell. In Chess960, choose the king and then its own rook: they end on the same cells as in chess.

A king that is attacked is in check. No move may leave your own king in check. If the player in check has no move, they are mated and lose. A player who is not in check and has no move is stalemated: the game is a draw.

The game is also a draw if nobody can mate with the pieces left, if a position occurs for the fifth time, or after 75 moves by each player without a capture or a pawn move. When a position occurs for the third time, or after 50 such moves, the player to move can claim a draw. With draw offers, the players can agree to a draw, and claim a draw with the move that leads to it; if the claim is wrong, the move stands.`
